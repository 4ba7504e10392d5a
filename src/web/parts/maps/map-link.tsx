import { Icon } from '#web/ui/icon.tsx';

type MapLinkProps = { url: string | null; address: string; className?: string };

/** To the point on somebody else's map, in a window of its own; nothing where no such link is known. */
export function MapLink({ url, address, className = '' }: MapLinkProps) {
  if (!url) return null;
  return (
    <a className={`row link ${className}`.trim()} href={url} target="_blank" rel="noreferrer">
      <Icon name="map-pin" size="s" />
      Показать на карте
      <span className="sr">: {address} (в новом окне)</span>
    </a>
  );
}
