import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadingIndicator, type LoadingIndicatorState, progressAfter } from './loading-indicator-state.ts';

let state: LoadingIndicatorState;
let wasVisible: boolean;
let running: Set<number>;
let indicator: ReturnType<typeof createLoadingIndicator>;

beforeEach(() => {
  vi.useFakeTimers();
  state = { progress: 0, is_loading: false, is_error: false };
  wasVisible = false;
  running = new Set();
  indicator = createLoadingIndicator(
    (next) => {
      state = next;
      wasVisible ||= next.is_loading;
    },
    {
      now: () => Date.now(),
      frame: (step) => {
        const id = setTimeout(() => {
          running.delete(id);
          step();
        }, 16) as unknown as number;
        running.add(id);
        return id;
      },
      cancelFrame: (id) => {
        running.delete(id);
        clearTimeout(id);
      },
    },
  );
});
afterEach(() => vi.useRealTimers());

test('[S9-10] a navigation of 199 ms never shows the bar', () => {
  indicator.start();
  vi.advanceTimersByTime(199);
  indicator.finish();
  vi.advanceTimersByTime(2_000);
  expect(wasVisible).toBe(false);
});

test('[S9-10] a navigation of 201 ms shows it', () => {
  indicator.start();
  vi.advanceTimersByTime(201);
  expect(state.is_loading).toBe(true);
});

test('[S4-20] the end at 1000 ms shows 100 % at once, hides at 1500 ms and resets at 1900 ms', () => {
  indicator.start();
  vi.advanceTimersByTime(1_000);
  expect(state.progress).toBeGreaterThan(40);
  expect(state.progress).toBeLessThan(100);
  indicator.finish();
  expect(state).toMatchObject({ progress: 100, is_loading: true });
  vi.advanceTimersByTime(499);
  expect(state.is_loading).toBe(true);
  vi.advanceTimersByTime(1);
  expect(state).toMatchObject({ progress: 100, is_loading: false });
  vi.advanceTimersByTime(399);
  expect(state.progress).toBe(100);
  vi.advanceTimersByTime(1);
  expect(state.progress).toBe(0);
});

test('[S2-46] an application error colours the bar, the next navigation is of the usual colour again', () => {
  indicator.start();
  vi.advanceTimersByTime(300);
  indicator.finish({ error: true });
  expect(state.is_error).toBe(true);
  indicator.start();
  expect(state.is_error).toBe(false);
});

test('[S2-46] two starts in a row run one bar', () => {
  indicator.start();
  vi.advanceTimersByTime(300);
  indicator.start();
  vi.advanceTimersByTime(300);
  expect(running.size).toBe(1);
});

test('[S9-10] a start during the hide delay keeps the bar visible and takes the timers away', () => {
  indicator.start();
  vi.advanceTimersByTime(300);
  indicator.finish();
  vi.advanceTimersByTime(400);
  indicator.start();
  vi.advanceTimersByTime(1_500);
  expect(state.is_loading).toBe(true);
  expect(state.progress).toBeLessThan(100);
});

test('[S9-10] by itself the bar stands at 70.5 % after 2000 ms and at 84.4 % after twice that', () => {
  expect(progressAfter(2_000)).toBeCloseTo(70.48, 1);
  expect(progressAfter(4_000)).toBeCloseTo(84.4, 1);
  expect(progressAfter(10_000_000)).toBeLessThan(100.01);
});

test('[S4-20] set beyond 100 finishes, below 0 is 0', () => {
  indicator.start({ force: true });
  indicator.set(-5);
  expect(state.progress).toBe(0);
  indicator.set(120);
  expect(state.progress).toBe(100);
});

test('[S9-10] nothing is left running when the bar is taken away', () => {
  indicator.start({ force: true });
  vi.advanceTimersByTime(100);
  indicator.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
