import './points-map.css';
import { useEffect, useRef, useState } from 'react';
import type { DrawnOutline } from '#shared/outline-kinds.ts';
import { Icon } from '#web/ui/icon.tsx';
import { loadMaps, type MapPoint } from './draw-map.ts';
import { PointsScheme } from './points-scheme.tsx';

export type PointsMapProps = {
  points: MapPoint[];
  /**
   * Of the shop's MapService; null: the shop's own scheme stands here, or nothing where there is a single point.
   */
  script: string | null;
  /** Names the region. */
  label: string;
  /** The scheme counts its distances from the first point. */
  isAroundFirst?: boolean;
  /** What the scheme shows under the points, drawn for them in this order. */
  outline?: DrawnOutline | null;
};

/** Begins to load a little before it comes into view. */
const margin = '200px';

/**
 * Points on a map, beside a list of the same points: whatever fails, the list stands. Nothing is asked of the maps'
 * server until the box comes near the window; without JavaScript the box is not there.
 */
export function PointsMap({ points, script, label, isAroundFirst = false, outline = null }: PointsMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  const [round, setRound] = useState(0);
  const key = JSON.stringify(points);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points by their words; «Повторить» is a new round
  useEffect(() => {
    const element = box.current;
    if (!element || !script || points.length === 0) return;
    let isOver = false;
    let map: { destroy(): void } | null = null;
    const show = async () => {
      try {
        const draw = await loadMaps(script);
        if (isOver) return;
        map = draw(element, points);
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

  if (!script) return <PointsScheme points={points} label={label} isAroundFirst={isAroundFirst} outline={outline} />;
  if (points.length === 0) return null;
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
