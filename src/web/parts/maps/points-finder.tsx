import './points-map.css';
import { useState } from 'react';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { MapPoint } from './draw-map.ts';
import { type Distances, NearMe } from './near-me.tsx';

const AskedMap = deferred(() => import('./asked-map.tsx').then((loaded) => loaded.AskedMap));

type PointsFinderProps = {
  points: MapPoint[];
  /** As `PointsMap` takes it. */
  script: string | null;
  onFound: (distances: Distances) => void;
  /** The map is shown, or put away. */
  onMap: (isShown: boolean) => void;
  /** A press on a point of the map; else it leads to the point's anchor. */
  onChoose?: (id: string) => void;
};

/**
 * Above a list of pickup points: which of them is nearer, and whether a map stands over them, whose legend the list
 * then is. The map's code comes with the press that asks for it. Without a script there is the list alone.
 */
export function PointsFinder({ points, script, onFound, onMap, onChoose }: PointsFinderProps) {
  const [isShown, setShown] = useState(false);
  const choose = (event: React.MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const id = href && points.find((point) => point.href === href)?.id;
    if (!id || !onChoose) return;
    event.preventDefault();
    onChoose(id);
  };
  return (
    <div className="pmap__finder js">
      <div className="pmap__tools">
        <NearMe marks={points} onFound={onFound} />
        <fieldset className="seg">
          <legend className="sr">Как показать пункты</legend>
          {[false, true].map((isMap) => (
            <button
              key={String(isMap)}
              type="button"
              className={isMap === isShown ? 'is-on' : ''}
              aria-pressed={isMap === isShown}
              onClick={() => {
                setShown(isMap);
                onMap(isMap);
              }}
            >
              <Icon name={isMap ? 'map-pin' : 'list'} size="s" />
              {isMap ? (script ? 'На карте' : 'На схеме') : 'Списком'}
            </button>
          ))}
        </fieldset>
      </div>
      {isShown ? (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links inside
        <div onClick={choose}>
          <AskedMap points={points} script={script} label="Пункты выдачи" />
        </div>
      ) : null}
    </div>
  );
}
