import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidateCaches } from './cache.ts';
import { cachedRead } from './cached-read.ts';
import type { Db } from './database.ts';
import { DeadlinePassed } from './deadline.ts';
import { markFollowed } from './invalidation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The copies never look into the database themselves; `read` does. */
const pool = () => ({}) as Db;

function counted(options: { maxMs?: number; whileFollowed?: boolean }) {
  let reads = 0;
  const copy = cachedRead({ name: 'test', freshMs: 1_000, tags: ['content'], ...options, read: async () => ++reads });
  return copy;
}

test('a value is read once, served a little late while it is read again, and dropped by an invalidation of its tags', async () => {
  const [copy, db] = [counted({}), pool()];
  expect(await Promise.all([copy(db), copy(db)])).toEqual([1, 1]);
  vi.advanceTimersByTime(1_001);
  expect(await copy(db)).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(await copy(db)).toBe(2);
  invalidateCaches(['catalogue']);
  expect(await copy(db)).toBe(2);
  invalidateCaches(['content']);
  expect(await copy(db)).toBe(3);
});

test('a copy with an utmost age is never served beyond it, and many readers at once ask once', async () => {
  const [copy, db] = [counted({ maxMs: 1_000 }), pool()];
  await copy(db);
  vi.advanceTimersByTime(1_001);
  expect(await Promise.all([copy(db), copy(db), copy(db)])).toEqual([2, 2, 2]);
});

test('a copy with an utmost age whose reading fails is served at once beside further tries, until it is 15 minutes old', async () => {
  const db = pool();
  let isAway = false;
  let reads = 0;
  const read = async () => {
    reads++;
    if (isAway) throw new Error('away');
    return 'copy';
  };
  const copy = cachedRead({ name: 'test', freshMs: 1_000, maxMs: 5_000, tags: ['content'], read });
  await copy(db);
  isAway = true;
  vi.advanceTimersByTime(6_000);
  expect(await copy(db)).toBe('copy');
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_001);
    expect(await copy(db)).toBe('copy');
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(reads).toBe(62);
  vi.advanceTimersByTime(15 * 60_000);
  await expect(copy(db)).rejects.toThrow('away');
  isAway = false;
  vi.advanceTimersByTime(1_001);
  await copy(db).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(await copy(db)).toBe('copy');
});

test('a value that nobody asked for since its reading failed long ago is read, and the failure of then is told to nobody', async () => {
  const db = pool();
  const answers = [async () => 1, async () => Promise.reject(new Error('away')), async () => 2];
  const copy = cachedRead({
    name: 'test',
    freshMs: 1_000,
    maxMs: 5_000,
    tags: ['content'],
    read: () => answers.shift()!(),
  });
  await copy(db);
  vi.advanceTimersByTime(6_000);
  await copy(db);
  vi.advanceTimersByTime(60 * 60_000);
  expect(await Promise.all([copy(db), copy(db)])).toEqual([2, 2]);
});

test('data that invalidations must keep right are read each time until the pool’s invalidations are received', async () => {
  const [copy, db, transaction] = [counted({ whileFollowed: true }), pool(), pool()];
  expect([await copy(db), await copy(db)]).toEqual([1, 2]);
  const unfollow = markFollowed(db);
  expect([await copy(db), await copy(db)]).toEqual([3, 3]);
  expect([await copy(transaction), await copy(transaction)]).toEqual([4, 5]);
  unfollow();
  expect(await copy(db)).toBe(6);
});

test('a reading that hangs is given up after 20 s: whoever waits is told, the copy is served, the next who asks begins again', async () => {
  const db = pool();
  const answers: (Promise<number> | number)[] = [new Promise<number>(() => {}), 1, new Promise<number>(() => {}), 2];
  const copy = cachedRead({ name: 'test', freshMs: 1_000, tags: ['content'], read: async () => answers.shift()! });
  const waiting = copy(db).catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await waiting).toBeInstanceOf(DeadlinePassed);
  expect(await copy(db)).toBe(1);
  vi.advanceTimersByTime(1_001);
  const failures: unknown[] = [];
  expect(await copy(db, '', (error) => failures.push(error))).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(failures).toEqual([expect.any(DeadlinePassed)]);
  vi.advanceTimersByTime(1_001);
  expect(await copy(db)).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(await copy(db)).toBe(2);
});
