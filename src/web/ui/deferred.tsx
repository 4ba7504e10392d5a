import { type ComponentType, lazy, memo, Suspense } from 'react';
import { pageIdle } from './page-idle.ts';

/**
 * A part of a page that stands ready in the server's HTML while its code waits: in the browser it is fetched when the
 * first page is idle or the visitor first moves, touches or types, and only then hydrated, as a task of its own;
 * `soon`: right after the page around it has been hydrated. Until then its links and forms work as they do without
 * JavaScript, and so they do if the code cannot be had. On later pages it is fetched at once.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { soon = false } = {},
): ComponentType<Props> {
  const Part = lazy(() =>
    (soon ? load() : pageIdle.then(load)).then(
      (Component) => ({ default: Component as ComponentType<object> }),
      // The first page keeps the server's HTML; a later one has none and tells of the lost code.
      (error) => (isFirstPage() ? new Promise<never>(() => {}) : Promise.reject(error)),
    ),
  );
  // Rendered again with the same props while it still waits, a part would lose its HTML: hence `memo`, and props that
  // stay the same objects.
  return memo(function Deferred(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}

const firstHref = typeof window === 'undefined' ? null : window.location.href;

function isFirstPage(): boolean {
  return firstHref !== null && window.location.href === firstHref;
}
