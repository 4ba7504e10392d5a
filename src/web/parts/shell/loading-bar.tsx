import { useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, useNavigation } from 'react-router';
import { createLoadingIndicator } from './loading-indicator-state.ts';

const errorEvent = 'loading-error';

/**
 * S2-46: any error of the application gives the bar the error colour. A page that is not there is no error of the
 * application.
 */
export function showLoadingError(error?: unknown): void {
  if (!(isRouteErrorResponse(error) && error.status < 500)) window.dispatchEvent(new Event(errorEvent));
}

/** S2-46, S4-20. Drawn by hand, frame by frame, so that React renders nothing while it moves. */
export function LoadingBar() {
  const isBusy = useNavigation().state !== 'idle';
  const bar = useRef<HTMLDivElement>(null);
  const [indicator] = useState(() =>
    createLoadingIndicator(
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
    ),
  );

  useEffect(() => {
    if (!isBusy) return;
    indicator.start();
    return () => indicator.finish();
  }, [isBusy, indicator]);

  useEffect(() => {
    const fail = (event: Event) => {
      // A box that resizes itself while it is measured: browsers report it, nothing is broken.
      if (!(event instanceof ErrorEvent && event.message.startsWith('ResizeObserver')))
        indicator.finish({ error: true });
    };
    const kinds = [errorEvent, 'error', 'unhandledrejection'];
    for (const kind of kinds) window.addEventListener(kind, fail);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, fail);
      indicator.dispose();
    };
  }, [indicator]);

  return <div className="loadbar" ref={bar} aria-hidden="true" />;
}
