import { setTimeout as sleep } from 'node:timers/promises';

const firstLookMs = 100;
const lookMs = 400;

/**
 * Work of the worker, looked at again and again until it is over, or for `longestMs`: 1C is answered within that time,
 * whatever happens. Returns how it stands.
 */
export async function waitUntil<Work>(
  known: Work,
  { read, isOver, longestMs }: { read: () => Promise<Work>; isOver: (work: Work) => boolean; longestMs: number },
): Promise<Work> {
  const until = performance.now() + longestMs;
  let seen = known;
  for (let pause = firstLookMs; !isOver(seen) && performance.now() < until; pause = lookMs) {
    await sleep(pause);
    seen = await read();
  }
  return seen;
}
