import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createDataCache } from './data-cache.ts';

let time = 0;
let asked: string[] = [];
let rule = 'private, no-cache';
const server = vi.fn(async (input: RequestInfo | URL) => {
  asked.push(String(input));
  return new Response(`answer ${asked.length}`, { headers: { 'Cache-Control': rule } });
});
vi.stubGlobal('location', { href: 'http://idd.localhost/', origin: 'http://idd.localhost' });
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  time = 0;
  asked = [];
  rule = 'private, no-cache';
});

const open = () => createDataCache(server as unknown as typeof fetch, () => time).fetch;

test('[S9-06] a payload younger than 60 s is used again, an older one is fetched anew', async () => {
  const cached = open();
  await cached('/catalog/_.data');
  time = 59_900;
  expect(await (await cached('/catalog/_.data')).text()).toBe('answer 1');
  time = 60_100;
  expect(await (await cached('/catalog/_.data')).text()).toBe('answer 2');
});

test('[S9-06] the 60 s count from the fetching, not from the last use', async () => {
  const cached = open();
  await cached('/catalog/_.data');
  time = 40_000;
  await cached('/catalog/_.data');
  time = 61_000;
  await cached('/catalog/_.data');
  expect(asked).toHaveLength(2);
});

test('[S9-06] a change forgets every payload', async () => {
  const cached = open();
  await cached('/catalog/_.data');
  await cached('/cart/_.data', { method: 'POST' });
  await cached('/catalog/_.data');
  expect(asked).toHaveLength(3);
});

test('[S7-25] a page of one visitor is never kept', async () => {
  rule = 'private, no-store';
  const cached = open();
  await cached('/cart/_.data');
  await cached('/cart/_.data');
  expect(asked).toHaveLength(2);
});

test('[S7-25] two questions at once make one call, and each can read its answer', async () => {
  const cached = open();
  const [first, second] = await Promise.all([cached('/a.data'), cached('/a.data')]);
  expect([await first!.text(), await second!.text()]).toEqual(['answer 1', 'answer 1']);
  expect(asked).toHaveLength(1);
});

test('[S9-06] other calls pass through', async () => {
  const cached = open();
  await cached('/api/_visitor/state');
  await cached('/api/_visitor/state');
  expect(asked).toHaveLength(2);
});

test('[S6-03] what was fetched before somebody signed in, or by another, is not shown to them', async () => {
  let state = '';
  const cached = createDataCache(
    server as unknown as typeof fetch,
    () => time,
    () => state,
  ).fetch;
  await cached('/catalog/_.data');
  state = 'b2b'; // another tab signed in
  expect(await (await cached('/catalog/_.data')).text()).toBe('answer 2');
  rule = 'private, no-store';
  await cached('/product/a.data');
  state = '';
  expect(await (await cached('/product/a.data')).text()).toBe('answer 4');
});
