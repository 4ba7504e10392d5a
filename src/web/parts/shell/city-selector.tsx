import { useState } from 'react';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { CityQuestion, useIsCityQuestionOpen } from './open-city-question.ts';
import { StaticHtml } from './static-html.tsx';

/**
 * S2-35, S2-36, S2-37. Hover or focus shows the tooltip, Escape hides it; the question, while it stands, takes the
 * city's place. The focus that comes back from the question or the list of cities does not open the tooltip over
 * «Каталог».
 */
export function CitySelector() {
  const { branch } = useShell();
  const isAsking = useIsCityQuestionOpen();
  const [isDismissed, setDismissed] = useState(false);
  const restore = () => {
    if (!document.querySelector('#city-dialog[open]')) setDismissed(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes the tooltip away
    <div
      className={isAsking || isDismissed ? 'city is-dismissed' : 'city'}
      onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
      onClick={() => setDismissed(true)}
      onPointerLeave={restore}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && restore()}
    >
      <a
        className={isAsking ? 'top__city sr' : 'top__city'}
        href="#city-dialog"
        aria-haspopup="dialog"
        tabIndex={isAsking ? -1 : undefined}
      >
        <Icon name="map-pin" size="s" />
        <span>
          Ваш город: <b>{branch.city}</b>
        </span>
        <Icon name="chevron-down" size="s" />
      </a>
      <StaticHtml part="tooltip" className="city__tip" />
      <CityQuestion />
    </div>
  );
}
