import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { forgetTries, type GrowingPause, limitWait, returnTry, slowWait, takeLimit, takeSlowTry } from './limits.ts';

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

test('a window holds so many tries and opens again when it is over', async () => {
  const take = (seconds: number) => takeLimit(db, 'window', 'a', 2, 60, later(seconds));
  expect([await take(0), await take(30), await take(59), await take(60), await take(61), await take(62)]).toEqual([
    0, 0, 1, 0, 0, 58,
  ]);
});

test('an IPv6 address in a key counts as its network, whatever function is called; an IPv4 address as itself', async () => {
  const at = (n: number) => `address 2001:db8:1:2::${n}`;
  const wait = (n: number) => limitWait(db, 'home', [at(n)], 1, 60, start);
  expect([await takeLimit(db, 'home', at(1), 1, 60, start), await wait(2)]).toEqual([0, 60]);
  expect(await takeLimit(db, 'home', at(3), 1, 60, start)).toBe(60);
  await returnTry(db, 'home', at(4));
  expect(await wait(6)).toBe(60);
  await returnTry(db, 'home', at(5));
  expect(await wait(6)).toBe(0);
  await takeLimit(db, 'home', at(6), 1, 60, start);
  await forgetTries(db, 'home', [at(7)]);
  expect(await wait(8)).toBe(0);
  for (let n = 0; n < 3; n++) await takeSlowTry(db, 'home', `code 2001:db8:1:2::${n} stranger`, pause, start);
  expect(await slowWait(db, 'home', 'code 2001:DB8:1:2:9:9:9:9 stranger', pause, start)).toBe(10);
  expect(await slowWait(db, 'home', 'code 2001:db8:1:3::1 stranger', pause, start)).toBe(0);
  expect(await takeLimit(db, 'home', '192.0.2.1', 1, 60, start)).toBe(0);
  expect(await takeLimit(db, 'home', '::ffff:192.0.2.2', 1, 60, start)).toBe(0);
  expect(await takeLimit(db, 'home', '192.0.2.2', 1, 60, start)).toBe(60);
});
