import { Icon } from '#web/ui/icon.tsx';
import { StaticHtml } from './static-html.tsx';
import { useShell } from './use-shell.ts';

/** S2-35, S2-36. Without JavaScript the link shows the city list by `:target`. */
export function CitySelector() {
  const { branch } = useShell();
  return (
    <div className="city">
      <a className="top__city" href="#city-dialog" aria-haspopup="dialog">
        <Icon name="map-pin" size="s" />
        <span>
          Ваш город: <b>{branch.city}</b>
        </span>
        <Icon name="chevron-down" size="s" />
      </a>
      <StaticHtml part="tooltip" className="city__tip" />
    </div>
  );
}
