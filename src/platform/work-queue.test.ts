import { expect, test } from 'vitest';
import { createWorkQueue, type Place } from './work-queue.ts';

/**
 * Works by name, one at a time; the first runs until `begin` lets it go, so that the others wait. `done` is their
 * order.
 */
function oneAtATime(most: { mostWaiting: number; mostOfOwner?: number; mostWaitMs?: number }) {
  const inTurn = createWorkQueue({ atOnce: 1, ...most });
  const done: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let running = 0;
  const work = (name: string, place?: Place) =>
    inTurn(async () => {
      expect(++running).toBe(1);
      await begun;
      running--;
      done.push(name);
    }, place);
  return { inTurn, work, done, begin };
}

test('what has the least patience waits least, and who comes to a full queue is refused at once', async () => {
  const { inTurn, work, done, begin } = oneAtATime({ mostWaiting: 3, mostOfOwner: 2 });
  const taken = [
    work('first', { owner: 'a' }),
    work('large', { owner: 'a', patienceMs: 60_000 }),
    work('small', { owner: 'a' }),
  ];
  await expect(work('more', { owner: 'a' })).rejects.toMatchObject({ code: 'busy', status: 503 });
  taken.push(work('other', { owner: 'b' }));
  await expect(work('full', { owner: 'c' })).rejects.toMatchObject({ code: 'busy' });
  begin();
  await Promise.all(taken);
  expect(done).toEqual(['first', 'other', 'small', 'large']);
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await work('after a failure');
  expect(done.at(-1)).toBe('after a failure');
});

test('small work that comes later than the patience of large work does not pass it', async () => {
  const { work, done, begin } = oneAtATime({ mostWaiting: 10 });
  const taken = [work('first'), work('large', { patienceMs: 20 }), work('small')];
  await new Promise((resolve) => setTimeout(resolve, 40));
  taken.push(work('late'), work('latest'));
  begin();
  await Promise.all(taken);
  expect(done).toEqual(['first', 'small', 'large', 'late', 'latest']);
});

test('however much one owner asks for, another is served in turns with it', async () => {
  const { work, done, begin } = oneAtATime({ mostWaiting: 10 });
  const taken = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => work(name, { owner: name[0]! }));
  begin();
  await Promise.all(taken);
  expect(done).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

test('who comes to a queue full of several owners’ work waits for one of each, whatever has waited longer', async () => {
  const { work, done, begin } = oneAtATime({ mostWaiting: 20 });
  const taken = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'].map((name) => work(name, { owner: name[0]! }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  taken.push(work('late', { owner: 'd', patienceMs: 100 }));
  begin();
  await Promise.all(taken);
  expect(done.indexOf('late')).toBeLessThanOrEqual(3);
  expect(done.filter((name) => name !== 'late')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
});

test('what has waited too long is refused and leaves its place; what began in time is done', async () => {
  const { work, done, begin } = oneAtATime({ mostWaiting: 2, mostWaitMs: 50 });
  const taken = work('first');
  const late = ['late', 'later'].map((name) => work(name));
  for (const one of late) await expect(one).rejects.toMatchObject({ code: 'busy', status: 503 });
  const next = work('next');
  begin();
  await Promise.all([taken, next]);
  expect(done).toEqual(['first', 'next']);
});
