/** At the latest so long after the page has loaded: a busy page must not keep its parts asleep. */
const longestWaitMs = 2_000;
const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'] as const;

/**
 * Once per document: the browser has nothing else to do after the first page has loaded, or the visitor moves, touches
 * or types.
 */
export const pageIdle: Promise<void> =
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
