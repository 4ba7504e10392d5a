import { loadingIndicator } from '#shared/constants.ts';

export type LoadingIndicatorState = { progress: number; is_loading: boolean; is_error: boolean };

type Clock = {
  now: () => number;
  frame: (step: () => void) => number;
  cancelFrame: (id: number) => void;
};

const { throttleMs, durationMs, hideDelayMs, resetDelayMs } = loadingIndicator;

/**
 * The bar's behaviour without its looks (S2-46, S4-20, S9-10). A navigation shorter than the throttle never shows it;
 * while it runs, progress nears 100 by itself without reaching it; `finish` jumps to 100, hides after the delay and
 * then resets. `show` is called at every change.
 */
export function createLoadingIndicator(show: (state: LoadingIndicatorState) => void, clock: Clock) {
  const state: LoadingIndicatorState = { progress: 0, is_loading: false, is_error: false };
  let throttle: ReturnType<typeof setTimeout> | undefined;
  let hide: ReturnType<typeof setTimeout> | undefined;
  let reset: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;

  function start({ force = false } = {}): void {
    clearTimeout(hide);
    clearTimeout(reset);
    state.is_error = false;
    set(0, { force });
  }

  /** Runs on from `value`; 100 and more finishes, less than 0 is 0. */
  function set(value: number, { force = false } = {}): void {
    if (value >= 100) {
      finish({ force });
      return;
    }
    clear();
    change({ progress: Math.max(0, value) });
    if (force) run();
    else throttle = setTimeout(run, throttleMs);
  }

  function finish({ force = false, error = false } = {}): void {
    clear();
    clearTimeout(hide);
    clearTimeout(reset);
    change({ progress: 100, ...(error && { is_error: true }) });
    if (force) {
      change({ progress: 0, is_loading: false });
      return;
    }
    hide = setTimeout(() => {
      change({ is_loading: false });
      reset = setTimeout(() => change({ progress: 0 }), resetDelayMs);
    }, hideDelayMs);
  }

  /** Stops the throttle and the animation; what is shown stays. */
  function clear(): void {
    clearTimeout(throttle);
    if (frame !== undefined) clock.cancelFrame(frame);
    frame = undefined;
  }

  function dispose(): void {
    clear();
    clearTimeout(hide);
    clearTimeout(reset);
  }

  function run(): void {
    change({ is_loading: true });
    const from = state.progress;
    const startedAt = clock.now();
    const step = () => {
      change({ progress: Math.max(from, progressAfter(clock.now() - startedAt)) });
      frame = clock.frame(step);
    };
    frame = clock.frame(step);
  }

  function change(some: Partial<LoadingIndicatorState>): void {
    Object.assign(state, some);
    show({ ...state });
  }

  return { start, set, finish, clear, dispose };
}

/** Percent shown after so many milliseconds: 70.5 at the duration, 84.4 at twice it, never 100. */
export function progressAfter(ms: number): number {
  const share = (ms / durationMs) * 100;
  return Math.min(100, Math.max(0, (200 / Math.PI) * Math.atan(share / 50)));
}
