import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { createLoadingIndicator, type LoadingIndicator } from './loading-indicator-state.ts';

/** The one indicator of the application; errors outside a navigation reach it too. */
let indicator: LoadingIndicator | null = null;

/** S2-46: any error of the application gives the bar the error colour. */
export function showLoadingError(): void {
  indicator?.finish({ error: true });
}

/** S2-46, S4-20. Drawn by hand, frame by frame, so that React renders nothing while it moves. */
export function LoadingBar() {
  const { state } = useNavigation();
  const bar = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);

  useEffect(() => {
    indicator = createLoadingIndicator(
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
    const fail = () => showLoadingError();
    window.addEventListener('error', fail);
    window.addEventListener('unhandledrejection', fail);
    return () => {
      window.removeEventListener('error', fail);
      window.removeEventListener('unhandledrejection', fail);
      indicator?.dispose();
      indicator = null;
    };
  }, []);
  useEffect(() => {
    const isBusy = state !== 'idle';
    if (isBusy && !wasBusy.current) indicator?.start();
    if (!isBusy && wasBusy.current) indicator?.finish();
    wasBusy.current = isBusy;
  }, [state]);

  return <div className="loadbar" ref={bar} aria-hidden="true" />;
}
