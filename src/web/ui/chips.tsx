import { formatCount } from '#shared/plurals.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export type ChipLink = { name: string; url: string; count?: number };

/** Links as chips with counts; one that would lead to nothing is left out. A sideways row on phones. */
export function Chips({
  links,
  className = 'chips',
  kind = '',
}: {
  links: ChipLink[];
  className?: string;
  kind?: string;
}) {
  if (links.length === 0) return null;
  return (
    <div className={className}>
      {links.map((link) =>
        link.count === 0 ? null : (
          <Link key={link.url} className={`chip ${kind}`} to={link.url}>
            {link.name}
            {link.count === undefined ? null : <span className="n">{formatCount(link.count)}</span>}
          </Link>
        ),
      )}
    </div>
  );
}

/** An applied choice with a cross: a link to the same list without it. */
export function AppliedChip({ name, url }: { name: string; url: string }) {
  return (
    <Link className="chip chip--on" to={url} aria-label={`Убрать: ${name}`} preventScrollReset>
      {name}
      <Icon name="x" size="s" />
    </Link>
  );
}
