import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';

type HeaderItemProps = { icon: string; text: string; to?: string; count?: number | undefined };

/** S2-29: icon, text, optional counter, target `#` by default. The counter's box keeps its place while the number is unknown. */
export function HeaderItem({ icon, text, to = '#', count }: HeaderItemProps) {
  return (
    <Link className="hitem" to={to}>
      <Icon name={icon} size="l" />
      <Counter count={count} />
      <span>{text}</span>
    </Link>
  );
}

/** Nothing until the visitor's cookies were read, nothing for zero; positioned, so that it moves nothing when it comes. */
export function Counter({ count }: { count?: number | undefined }) {
  if (!count) return null;
  return <span className="count">{count > 99 ? '99+' : count}</span>;
}
