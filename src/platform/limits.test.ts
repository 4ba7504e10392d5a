import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type GrowingPause, slowWait, takeLimit, takeSlowTry } from './limits.ts';

const { db } = await testDatabase();
const start = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const pause: GrowingPause = { free: 3, firstSeconds: 10, mostSeconds: 60, forgetSeconds: 3_600 };
const attempt = (key: string, seconds: number) => takeSlowTry(db, 'test', key, pause, later(seconds));

test('after the free tries each waits twice as long after the last, up to a limit', async () => {
  expect([await attempt('a', 0), await attempt('a', 0), await attempt('a', 0)]).toEqual([0, 0, 0]);
  let at = 0;
  for (const wait of [10, 20, 40, 60, 60]) {
    expect(await attempt('a', at)).toBe(wait);
    expect(await attempt('a', at + wait - 1)).toBe(1);
    expect(await slowWait(db, 'test', 'a', pause, later(at + wait - 1))).toBe(1);
    at += wait;
    expect(await attempt('a', at)).toBe(0);
  }
});

test('a refused try does not prolong the pause, and a long rest forgets all', async () => {
  for (let i = 0; i < 3; i++) await attempt('b', 0);
  for (let second = 0; second < 10; second++) expect(await attempt('b', second)).toBe(10 - second);
  expect(await attempt('b', 10)).toBe(0);
  expect([await attempt('b', 3_610), await attempt('b', 3_610), await attempt('b', 3_610)]).toEqual([0, 0, 0]);
  expect(await attempt('b', 3_610)).toBe(10);
});

test('parallel tries whose clocks differ a little are counted exactly', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, (_, i) => attempt('c', (i % 5) / 1_000)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test('a window holds so many tries and opens anew when it is over', async () => {
  const take = (seconds: number) => takeLimit(db, 'window', 'a', 2, 60, later(seconds));
  expect([await take(0), await take(30), await take(59), await take(60), await take(61), await take(62)]).toEqual([
    0, 0, 1, 0, 0, 58,
  ]);
});
