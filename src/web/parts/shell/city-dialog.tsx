import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ensure } from '#shared/ensure.ts';
import { PlaceUnknown, placeUnknown } from '#web/parts/maps/locate.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { useCityAnswer } from './city-question.tsx';
import { StaticHtml } from './static-html.tsx';
import { citiesIn, useCityFilter } from './use-city-filter.ts';
import { useHashPopup } from './use-hash-popup.ts';

/** S2-35, S2-39: the list is static HTML; here its addresses follow the page and the filter hides rows. */
export function CityDialog() {
  const { branch } = useShell();
  const [isOpen, setOpen] = useHashPopup('city-dialog');
  const answer = useCityAnswer();
  const { pathname, search } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const { filter, setFilter, isFound } = useCityFilter(list, isOpen);
  const [nearest, setNearest] = useState('');

  useEffect(() => {
    for (const link of citiesIn(list.current)) {
      link.href = new URL(link.href, window.location.href).origin + pathname + search;
    }
  }, [pathname, search]);
  useEffect(() => {
    if (!isOpen) return;
    setNearest('');
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const choose = (event: React.MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-city]');
    if (!link) return;
    answer({ kind: 'chose', id_1c: ensure(link.dataset.city) });
    if (link.dataset.city !== branch.id_1c) return;
    event.preventDefault();
    setOpen(false);
  };

  /** The browser's own search field would take the first Escape to empty itself. */
  const closeByEscape = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    setOpen(false);
  };
  const findNearest = async () => {
    setNearest('Определяем, где вы…');
    try {
      const { sortByDistance } = await import('./city-distances.ts');
      setNearest(await sortByDistance(ensure(list.current)));
    } catch (error) {
      setNearest(`${error instanceof PlaceUnknown ? error.message : placeUnknown}. Выберите город из списка.`);
    }
  };

  return (
    <Popup
      id="city-dialog"
      className="dlg dlg--city"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      labelledBy="city-title"
    >
      <h2 id="city-title">Выберите ближайший к Вам магазин</h2>
      <p className="soft city__hint">Если Вы из другого региона, то укажите город Вологда</p>
      {isOpen && (
        <div className="city__find">
          <label className="input city__filter">
            <Icon name="search" />
            <input
              type="search"
              placeholder="Найти город"
              aria-label="Найти город"
              autoComplete="off"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              onKeyDown={closeByEscape}
            />
          </label>
          {hasPlaces(list.current) && (
            <button type="button" className="btn btn--line" onClick={findNearest}>
              <Icon name="map-pin" />
              Найти ближайший
            </button>
          )}
          <p className="small soft city__nearest" role="status">
            {nearest}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: clicks of its links */}
      <div ref={list} onClick={choose}>
        <StaticHtml part="cities" />
      </div>
      <p className="soft city__none" role="status">
        {!isFound && 'Такого города нет. Доставка в другие регионы — через город Вологда.'}
      </p>
    </Popup>
  );
}

/** Distances can be told: cities with a place, and a browser that may be asked where it is. */
function hasPlaces(list: HTMLElement | null): boolean {
  return 'geolocation' in navigator && list?.querySelector('a[data-place]') != null;
}
