import { expect, test } from 'vitest';
import { createPrefetchQueue, isSlow } from './prefetch-queue.ts';

function loader() {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const load = (path: string) => {
    started.push(path);
    return new Promise<void>((resolve) => finish.push(resolve));
  };
  return { started, finish, load };
}

test('[S9-06] at most 5 preloads run at once, the sixth waits for a place', async () => {
  const { started, finish, load } = loader();
  const queue = createPrefetchQueue(load, () => undefined);
  for (let n = 1; n <= 7; n++) queue.add(`/${n}/`);
  expect(started).toHaveLength(5);
  finish[0]!();
  await new Promise((resolve) => setTimeout(resolve));
  expect(started).toHaveLength(6);
});

test('[S9-06] nothing is prefetched on 2g or when data are saved', () => {
  expect(isSlow({ saveData: true, effectiveType: '4g' })).toBe(true);
  expect(isSlow({ effectiveType: '2g' })).toBe(true);
  expect(isSlow({ effectiveType: 'slow-2g' })).toBe(true);
  expect(isSlow({ effectiveType: '3g' })).toBe(false);
  expect(isSlow(undefined)).toBe(false);
  const { started, load } = loader();
  createPrefetchQueue(load, () => ({ saveData: true })).add('/a/');
  expect(started).toEqual([]);
});

test('[S9-06] a link is prefetched once, and a failed one disturbs nobody', async () => {
  let calls = 0;
  const queue = createPrefetchQueue(
    async () => {
      calls++;
      throw new Error('no network');
    },
    () => undefined,
  );
  queue.add('/a/');
  queue.add('/a/');
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toBe(1);
});
