import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, isRouteErrorResponse } from 'react-router';
import { createLoadingIndicator, type LoadingIndicator } from './loading-indicator-state.ts';

/** The one indicator of the application; errors outside a navigation reach it too. */
let indicator: LoadingIndicator | null = null;

/** S2-46: any error of the application gives the bar the error colour. A page that is not there is no error of the application. */
export function showLoadingError(error?: unknown): void {
  if (isFault(error)) indicator?.finish({ error: true });
}

/**
 * S2-46, S4-20. Drawn by hand, frame by frame, and told by the router itself, so that React renders nothing while it moves
 * and a navigation that fails at once is not missed between two renders.
 */
export function LoadingBar() {
  const router = useContext(DataRouterContext)?.router;
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!router) return;
    const running = createLoadingIndicator(
      ({ progress, is_loading, is_error }) => {
        const element = bar.current;
        if (!element) return;
        element.style.opacity = is_loading ? '1' : '0';
        element.style.transform = `scaleX(${progress}%)`;
        element.style.backgroundSize = `${progress > 0 ? 10_000 / progress : 100}% auto`;
        element.classList.toggle('loadbar--err', is_error);
      },
      {
        now: () => performance.now(),
        frame: (step) => requestAnimationFrame(step),
        cancelFrame: (id) => cancelAnimationFrame(id),
      },
    );
    indicator = running;
    let isBusy = false;
    const unsubscribe = router.subscribe(({ navigation, errors }) => {
      const isBusyNow = navigation.state !== 'idle';
      if (isBusyNow && !isBusy) running.start();
      if (!isBusyNow && isBusy) running.finish({ error: Object.values(errors ?? {}).some(isFault) });
      isBusy = isBusyNow;
    });
    const fail = (event: Event) => {
      // A box that resizes itself while it is measured: browsers report it, nothing is broken.
      if (!(event instanceof ErrorEvent && event.message.startsWith('ResizeObserver'))) showLoadingError();
    };
    window.addEventListener('error', fail);
    window.addEventListener('unhandledrejection', fail);
    return () => {
      unsubscribe();
      window.removeEventListener('error', fail);
      window.removeEventListener('unhandledrejection', fail);
      running.dispose();
      indicator = null;
    };
  }, [router]);

  return <div className="loadbar" ref={bar} aria-hidden="true" />;
}

function isFault(error: unknown): boolean {
  return !(isRouteErrorResponse(error) && error.status < 500);
}
