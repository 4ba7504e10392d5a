import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { pageIdle } from '#web/ui/page-idle.ts';

/**
 * Own links are fetched ahead (S9-06): by intent — pointer, touch or focus — wherever they stand, by sight only those marked
 * `data-prefetch="viewport"`. The code that does it comes when the first page has become calm.
 */
export function usePrefetch(): void {
  const { key } = useLocation();
  useEffect(() => whenCalm(({ followIntent }) => followIntent()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has links of its own
  useEffect(() => whenCalm(({ followSight }) => followSight()), [key]);
}

function whenCalm(begin: (prefetch: typeof import('./prefetch.ts')) => () => void): () => void {
  let isOver = false;
  let end = () => {};
  pageIdle
    .then(() => import('./prefetch.ts'))
    .then(
      (prefetch) => {
        if (!isOver) end = begin(prefetch);
      },
      () => {}, // an old build: links are fetched when they are followed
    );
  return () => {
    isOver = true;
    end();
  };
}
