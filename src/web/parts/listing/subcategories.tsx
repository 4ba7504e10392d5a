import './subcategories.css';
import { formatCount } from '#shared/plurals.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';

export type Subcategory = { name: string; url: string; count: number; picture: string | null };

/** So many stand in the first screen of a phone; the others are folded there. */
const shownAtOnce = 6;
/** So few are shown whole. */
const mostWhole = shownAtOnce + 2;

type SubcategoriesProps = { list: Subcategory[]; isFolded: boolean; label?: string };

/** Sub-categories as pictures with counts; those without goods stand last and lead nowhere. */
export function Subcategories({ list, isFolded, label = 'Подразделы' }: SubcategoriesProps) {
  if (list.length === 0) return null;
  const sorted = [...list.filter(({ count }) => count > 0), ...list.filter(({ count }) => count === 0)];
  const head = isFolded && sorted.length > mostWhole ? sorted.slice(0, shownAtOnce) : sorted;
  const rest = sorted.slice(head.length);
  return (
    <nav className="subtiles" aria-label={label}>
      <ul className="subtiles__row">{head.map(tileOf)}</ul>
      {rest.length > 0 ? (
        <details className="subtiles__rest">
          <summary className="link">Ещё {formatCount(rest.length)}</summary>
          <ul className="subtiles__row">{rest.map(tileOf)}</ul>
        </details>
      ) : null}
    </nav>
  );
}

function tileOf({ name, url, count, picture }: Subcategory) {
  const shown = (
    <>
      <span className="pic">{picture ? <Picture path={picture} width={96} height={96} alt="" /> : null}</span>
      <span>
        {name} <span className="n">{formatCount(count)}</span>
      </span>
    </>
  );
  return (
    <li key={url}>
      {count === 0 ? (
        <span className="subtile is-off">{shown}</span>
      ) : (
        <Link className="subtile" to={url}>
          {shown}
        </Link>
      )}
    </li>
  );
}
