import { Icon } from './icon.tsx';

type RouteAnchorProps = {
  /** Of a map of others, with the way drawn; null: the place is not known, and nothing stands here. */
  href: string | null;
  className?: string;
  words?: string;
  /** Of its icon; null: words alone. */
  size?: 's' | 'm' | null;
  /** Where it leads, told to a screen reader: several of them stand on one page. */
  place?: string;
};

/** The way to a point, on a map that opens beside the shop. */
export function RouteAnchor({ href, className = 'btn', words = 'Маршрут', size = 'm', place }: RouteAnchorProps) {
  if (!href) return null;
  return (
    <a className={className} href={href} rel="noreferrer" target="_blank">
      {size ? <Icon name="navigation" size={size} /> : null}
      {words}
      <span className="sr">{place ? `: ${place}` : ''} (в новом окне)</span>
    </a>
  );
}
