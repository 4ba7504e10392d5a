import { type ComponentType, lazy, memo, Suspense } from 'react';

/**
 * A part of a page that stands ready in the server's HTML while its code waits: it is fetched when the browser has nothing else to do after the
 * first page, or when the visitor first moves, touches or types, and only then hydrated, as a task of its own; `soon`: right after the
 * page around it has been hydrated. Until then its links and forms work as they do without JavaScript, and so they do if the code cannot
 * be had. On later pages it is fetched at once.
 *
 * `drawn`: the same component, imported under a name that begins with Drawn: the server's HTML is made of it; in the browser that import
 * is left out (vite.config.ts) and the name is null.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  drawn: ComponentType<Props> | null,
  { soon = false } = {},
): ComponentType<Props> {
  const Part =
    drawn ??
    lazy(() =>
      (soon ? load() : calm.then(load)).then(
        (Component) => ({ default: Component }),
        // The first page keeps the server's HTML; a later one has none and tells of the lost code.
        (error) => (window.location.href === firstHref ? new Promise<never>(() => {}) : Promise.reject(error)),
      ),
    );
  // Rendered anew with the same props while it still waits, a part would lose its HTML: hence `memo`, and props that stay the same objects.
  return memo(function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}

const firstHref = typeof window === 'undefined' ? '' : window.location.href;

/** At the latest so long after the page has loaded: a busy page must not keep its parts asleep. */
const longestWaitMs = 2_000;
const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'] as const;

/** Kept once per document: the first page's calm, or the visitor's first sign. */
export const calm: Promise<void> =
  typeof window === 'undefined'
    ? Promise.resolve()
    : new Promise((resolve) => {
        const begin = () => {
          for (const sign of signs) window.removeEventListener(sign, begin, true);
          resolve();
        };
        for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
        const wait = () => {
          // Safari has no requestIdleCallback.
          if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: longestWaitMs });
          else setTimeout(begin, 200);
        };
        if (document.readyState === 'complete') wait();
        else window.addEventListener('load', wait, { once: true });
      });
