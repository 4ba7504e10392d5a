import { afterEach, expect, test, vi } from 'vitest';
import { atEnd } from '#test/support/at-end.ts';
import { testDatabase } from '#test/support/database.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { openDatabase } from './database.ts';
import { openLog } from './log.ts';
import { followTouches, touch } from './touch.ts';

const { db: direct, url } = await testDatabase();
afterEach(() => void vi.useRealTimers());

test('a listening connection that falls silent is found by its heartbeat and replaced; who listens is told of both, and hears what comes after', async () => {
  const proxy = await openTcpProxy(url);
  const db = openDatabase(proxy.url);
  atEnd(() => db.destroy());
  // The heartbeat alone is moved: what it waits for is a real answer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: string[] = [];
  const listener = {
    hear: (tags: string[]) => said.push(tags.join()),
    lost: () => said.push('lost'),
    found: () => said.push('found'),
  };
  const touches = await followTouches(db, listener, openLog('silent'));
  atEnd(() => touches.stop());
  await touch(direct, ['first']);
  await expect.poll(() => said).toEqual(['first']);
  vi.advanceTimersByTime(10_000);
  await touches.caughtUp();
  expect(said).toEqual(['first']);
  proxy.freeze();
  await touch(direct, ['missed']);
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => said).toEqual(['first', 'lost', 'found']);
  await touch(direct, ['later']);
  await expect.poll(() => said).toEqual(['first', 'lost', 'found', 'later']);
}, 30_000);
