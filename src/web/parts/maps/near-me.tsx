import { useState } from 'react';
import { distanceWords, metresBetween } from '#shared/distance.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { MapPoint } from './draw-map.ts';

/** Metres to each point that is known by its coordinates. */
export type Distances = ReadonlyMap<string, number>;

type NearMeProps = { marks: MapPoint[]; onFound: (distances: Distances) => void };

/**
 * «Какой пункт ближе»: the browser is asked where the visitor is, and the place does not leave it. Without a script the
 * button is not there.
 */
export function NearMe({ marks, onFound }: NearMeProps) {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const find = async () => {
    setBusy(true);
    try {
      const { locate } = await import('./locate.ts');
      const here = await locate();
      const found = marks
        .map((mark) => ({ mark, metres: metresBetween(here, mark) }))
        .sort((a, b) => a.metres - b.metres);
      onFound(new Map(found.map(({ mark, metres }) => [mark.id, metres])));
      const [nearest] = found;
      setMessage(nearest ? `Ближе всего ${nearest.mark.name}: ${distanceWords(nearest.metres)} по прямой` : '');
    } catch (error) {
      setMessage(
        error instanceof Error && error.name === 'PlaceUnknown' ? error.message : 'Не удалось определить, где вы',
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="row pmap__near js">
      <button type="button" className="btn btn--line btn--sm" onClick={find} aria-busy={isBusy}>
        <Icon name="navigation" size="s" />
        Какой пункт ближе
      </button>
      <span className="small soft" role="status">
        {message}
      </span>
    </div>
  );
}
