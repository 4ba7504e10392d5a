import { useEffect, useState } from 'react';
import type { DrawnOutline } from '#shared/outline-kinds.ts';
import { PointsMap, type PointsMapProps } from './points-map.tsx';

/**
 * `PointsMap` on a page whose data hold no outline: the shop is asked for it as the scheme is shown. Until it has come,
 * and where it cannot be had, the scheme shows points alone.
 */
export function AskedMap(props: Omit<PointsMapProps, 'outline' | 'isAroundFirst'>) {
  const { points, script } = props;
  const [outline, setOutline] = useState<DrawnOutline | null>(null);
  const ids = points.map(({ id }) => id).join(',');
  useEffect(() => {
    if (script || !ids.includes(',')) return;
    const controller = new AbortController();
    const ask = async () => {
      const query = new URLSearchParams({ points: ids });
      const answer = await fetch(`/api/_visitor/points-outline?${query}`, { signal: controller.signal });
      if (answer.ok) setOutline(((await answer.json()) as { outline: DrawnOutline | null }).outline);
    };
    ask().catch(() => {});
    return () => {
      controller.abort();
      setOutline(null);
    };
  }, [ids, script]);
  return <PointsMap {...props} outline={outline} />;
}
