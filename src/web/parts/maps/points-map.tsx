import './points-map.css';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { loadMaps } from './load-maps.ts';

export type MapPoint = {
  id: string;
  /** Said of the mark: the address. */
  name: string;
  longitude: number;
  latitude: number;
  /** Where a press on the mark leads: an anchor of the page. */
  href: string;
};

type PointsMapProps = {
  points: MapPoint[];
  /** Of `mapScript`; null: nothing is rendered, the page's own list of addresses and links is all there is. */
  script: string | null;
  /** Names the region. */
  label: string;
};

/** Begins to load a little before it comes into view. */
const margin = '200px';

/**
 * Points on a map, beside a list of the same points: whatever fails, the list stands. Nothing is asked of the maps' server until the box comes
 * near the window; without JavaScript the box is not there.
 */
export function PointsMap({ points, script, label }: PointsMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  const [round, setRound] = useState(0);
  const key = JSON.stringify(points);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points by their words; a pressed «Повторить» is a new round
  useEffect(() => {
    const element = box.current;
    if (!element || !script || points.length === 0) return;
    let isOver = false;
    let map: { destroy(): void } | null = null;
    const show = async () => {
      try {
        const maps = await loadMaps(script);
        if (isOver) return;
        map = drawMap(maps, element, points);
        setState('shown');
      } catch {
        if (!isOver) setState('failed');
      }
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        show();
      },
      { rootMargin: margin },
    );
    watcher.observe(element);
    return () => {
      isOver = true;
      watcher.disconnect();
      map?.destroy();
      element.replaceChildren();
    };
  }, [script, key, round]);

  if (!script || points.length === 0) return null;
  return (
    <section className={`pmap js pmap--${state}`} aria-label={label}>
      <div className="pmap__box" ref={box} />
      {state === 'shown' ? null : (
        <div className="pmap__said" role="status">
          {state === 'waiting' ? (
            <p className="soft">Карта загружается…</p>
          ) : (
            <>
              <p>Карта не загрузилась. Адреса — в списке.</p>
              <button
                type="button"
                className="btn btn--quiet btn--sm"
                onClick={() => {
                  setState('waiting');
                  setRound(round + 1);
                }}
              >
                <Icon name="refresh-cw" size="s" />
                Повторить
              </button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** A single point at street scale, several within their common frame. */
const oneZoom = 15;

function drawMap(maps: Awaited<ReturnType<typeof loadMaps>>, element: HTMLElement, points: MapPoint[]) {
  const longitudes = points.map((point) => point.longitude);
  const latitudes = points.map((point) => point.latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const isOne = west === east && south === north;
  // A tenth more on each side, so that no mark sits on the edge.
  const [aside, above] = [(east - west) / 10, (north - south) / 10];
  const map = new maps.YMap(element, {
    location: isOne
      ? { center: [west, south], zoom: oneZoom }
      : {
          bounds: [
            [west - aside, south - above],
            [east + aside, north + above],
          ],
        },
  });
  map.addChild(new maps.YMapDefaultSchemeLayer());
  map.addChild(new maps.YMapDefaultFeaturesLayer());
  for (const point of points) {
    const mark = document.createElement('a');
    mark.className = 'pmap__mark';
    mark.href = point.href;
    mark.title = point.name;
    mark.setAttribute('aria-label', point.name);
    map.addChild(new maps.YMapMarker({ coordinates: [point.longitude, point.latitude] }, mark));
  }
  return map;
}
