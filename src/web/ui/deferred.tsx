import { type ComponentType, lazy, memo, Suspense } from 'react';
import { pageIdle } from './page-idle.ts';

/**
 * A part of a page that stands ready in the server's HTML while its code waits: in the browser it is fetched when the first page is idle or the
 * visitor first moves, touches or types, and only then hydrated, as a task of its own; `soon`: right after the page around it has been
 * hydrated. Until then its links and forms work as they do without JavaScript, and so they do if the code cannot be had. On later pages it is
 * fetched at once.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { soon = false } = {},
): ComponentType<Props> {
  const Part =
    typeof window === 'undefined'
      ? loadedOnServer(load)
      : lazy(() =>
          (soon ? load() : pageIdle.then(load)).then(
            (Component) => ({ default: Component as ComponentType<object> }),
            // The first page keeps the server's HTML; a later one has none and tells of the lost code.
            (error) => (window.location.href === firstHref ? new Promise<never>(() => {}) : Promise.reject(error)),
          ),
        );
  // Rendered again with the same props while it still waits, a part would lose its HTML: hence `memo`, and props that stay the same objects.
  return memo(function Deferred(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}

const firstHref = typeof window === 'undefined' ? '' : window.location.href;

const loading = new Set<Promise<void>>();

/** The server renders pages in one go, so entry.server.tsx waits here, before the first of them, until the code of all parts is there. */
export async function deferredPartsLoaded(): Promise<void> {
  // A part may hold parts of its own.
  while (loading.size > 0) await Promise.all(loading);
}

function loadedOnServer<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const done = load().then((Component) => {
    Loaded = Component;
    loading.delete(done);
  });
  loading.add(done);
  return (props) => Loaded && <Loaded {...props} />;
}
