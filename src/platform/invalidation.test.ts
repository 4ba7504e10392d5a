import { afterEach, expect, test, vi } from 'vitest';
import { atEnd } from '#test/support/at-end.ts';
import { testDatabase } from '#test/support/database.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { openDatabase } from './database.ts';
import { followInvalidations, invalidate, isFollowed } from './invalidation.ts';
import { openLog } from './log.ts';

const { db: direct, url } = await testDatabase();
afterEach(() => void vi.useRealTimers());

test('a listening connection that falls silent is found by its heartbeat and replaced; meanwhile nothing is followed, then anything may have changed, and what comes after is received', async () => {
  const proxy = await openTcpProxy(url);
  const db = openDatabase(proxy.url);
  atEnd(() => db.destroy());
  // The heartbeat alone is moved: what it waits for is a real answer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const received: string[] = [];
  const following = await followInvalidations(db, (tags) => received.push(tags.join()), openLog('silent'));
  atEnd(() => following.stop());
  await invalidate(direct, ['content']);
  await expect.poll(() => received).toEqual(['content']);
  expect(isFollowed(db)).toBe(true);
  vi.advanceTimersByTime(10_000);
  await following.caughtUp();
  expect(received).toEqual(['content']);
  proxy.freeze();
  await invalidate(direct, ['departments']);
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => isFollowed(db)).toBe(false);
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(['content', '*']);
  expect(isFollowed(db)).toBe(true);
  await invalidate(direct, ['settings']);
  await expect.poll(() => received).toEqual(['content', '*', 'settings']);
});
