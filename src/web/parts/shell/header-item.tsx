import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type HeaderItemProps = { icon: string; text: string; to?: string; count?: number | undefined };

/**
 * S2-29: icon, text, optional counter, target `#` by default. The counter's box keeps its place while the number is
 * unknown.
 */
export function HeaderItem({ icon, text, to = '#', count }: HeaderItemProps) {
  const insides = (
    <>
      <Icon name={icon} size="l" />
      <Counter count={count} />
      <span>{text}</span>
    </>
  );
  // The router would write the page's own address for `#`, and load the page again.
  if (to === '#')
    return (
      // biome-ignore lint/a11y/useValidAnchor: the requirement names the target `#`, which is the top of the page
      <a className="hitem" href="#" onClick={toTop}>
        {insides}
      </a>
    );
  return (
    <Link className="hitem" to={to}>
      {insides}
    </Link>
  );
}

function toTop(event: React.MouseEvent): void {
  event.preventDefault();
  window.scrollTo(0, 0);
}

/**
 * Nothing until the visitor's cookies were read, nothing for zero; positioned, so that it moves nothing when it comes.
 */
export function Counter({ count }: { count?: number | undefined }) {
  if (!count) return null;
  return <span className="count">{count > 99 ? '99+' : count}</span>;
}
