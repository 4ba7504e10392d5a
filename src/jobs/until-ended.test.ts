import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { expect, test } from 'vitest';
import { untilEnded } from './until-ended.ts';

const events: WorkerEvents = new EventEmitter();
const listeners = () => events.listenerCount('pool:gracefulShutdown');

test('rounds of a worker leave no listener behind, however their runner ends', async () => {
  for (let round = 0; round < 12; round++) await untilEnded({ promise: Promise.resolve() }, events, 10_000);
  await expect(untilEnded({ promise: Promise.reject(new Error('lost')) }, events, 10_000)).rejects.toThrow('lost');
  expect(listeners()).toBe(0);
});

test('a pool that ends is not waited for longer than its jobs may go on', async () => {
  const round = untilEnded({ promise: new Promise(() => {}) }, events, 20);
  expect(listeners()).toBe(1);
  events.emit('pool:gracefulShutdown', {} as never);
  await round;
  expect(listeners()).toBe(0);
});
