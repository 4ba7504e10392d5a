import { expect, test, vi } from 'vitest';
import type { Tag } from '#shared/cache-tags.ts';
import { invalidateCaches } from './cache.ts';
import { accepts, codedBody, encodedBody } from './cached-response.ts';
import { DeadlinePassed } from './deadline.ts';
import { type CachedPage, createPageCache, type RenderedPage } from './page-cache.ts';

function page(text: string, tags: Tag[] = ['catalogue']): RenderedPage {
  return { status: 200, headers: {}, body: Buffer.from(text), tags };
}

async function text(cached: unknown, encoding?: string) {
  return (await encodedBody(cached as CachedPage, encoding)).body.toString();
}

test('[S9-06] a page is fresh for 60 s, then served once more while it is rendered again, and never after 5 minutes', async () => {
  let clock = 0;
  let renders = 0;
  const cache = createPageCache({ now: () => clock });
  const render = async () => page(`version ${++renders}`);
  await cache.make('/', render);
  clock = 59_999;
  expect(await text(cache.get('/', render))).toBe('version 1');
  expect(renders).toBe(1);
  clock = 60_000;
  expect(await text(cache.get('/', render))).toBe('version 1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await text(cache.get('/', render))).toBe('version 2');
  clock = 60_000 + 299_999;
  expect(cache.get('/', render)).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock += 300_000;
  expect(cache.get('/', render)).toBeNull();
});

test('a cached page holds its own bytes only, not a piece of a larger pool', async () => {
  const cache = createPageCache();
  const cached = (await cache.make('/', async () => page('a page of some length'))) as CachedPage;
  expect(cached.gzipped.buffer.byteLength).toBe(cached.gzipped.length);
});

test('one render per key at a time', async () => {
  const cache = createPageCache();
  let renders = 0;
  const render = async () => {
    renders++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return page('once');
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.make('/', render)));
  expect(renders).toBe(1);
  expect(new Set(answers).size).toBe(1);
});

test('a page whose data changed while it was rendered is served but not cached', async () => {
  const cache = createPageCache();
  const made = await cache.make('/', async () => {
    invalidateCaches(['catalogue']);
    return page('old price');
  });
  expect(await text(made)).toBe('old price');
  expect(cache.get('/')).toBeNull();
});

test('a page is cached though other data changed while it was rendered: a busy shop must keep what it renders', async () => {
  const cache = createPageCache();
  const during = (changed: Parameters<typeof invalidateCaches>[0]) =>
    cache.make('/', async () => {
      invalidateCaches(['settings']);
      for (const tag of changed) invalidateCaches([tag]);
      return page('of product 1', ['product:1', 'departments']);
    });
  await during(['product:2', 'content']);
  expect(await text(cache.get('/'))).toBe('of product 1');
  for (const changed of ['product:1', 'departments', '*'] as const) {
    invalidateCaches(['*']);
    await during(['product:2', changed, 'content']);
    expect([changed, cache.get('/')]).toEqual([changed, null]);
  }
});

test('whoever asks after an invalidation does not join a render begun before it, and the newer one is cached', async () => {
  const cache = createPageCache();
  const former = Promise.withResolvers<RenderedPage>();
  const asked = cache.make('/', () => former.promise);
  invalidateCaches(['catalogue']);
  const askedAfter = cache.make('/', async () => page('new price'));
  expect(await text(await askedAfter)).toBe('new price');
  former.resolve(page('old price'));
  expect(await text(await asked)).toBe('old price');
  expect(await text(cache.get('/'))).toBe('new price');
});

test('tags drop what they name; a product drops its pages and those that never said which products they show', async () => {
  const cache = createPageCache();
  await cache.make('named', async () => page('a', ['catalogue', 'product:1']));
  await cache.make('other', async () => page('b', ['catalogue', 'product:2']));
  await cache.make('unsaid', async () => page('c', ['catalogue', 'products']));
  await cache.make('text', async () => page('d', ['content']));
  invalidateCaches(['product:1']);
  expect(['named', 'other', 'unsaid', 'text'].map((key) => cache.get(key) !== null)).toEqual([
    false,
    true,
    false,
    true,
  ]);
  invalidateCaches(['*']);
  expect(cache.size().entries).toBe(0);
});

test('a doubtful key is cached from the second asking on, so that made-up addresses drive no real page out of the cache', async () => {
  const cache = createPageCache({ mostOnce: 3, maxBytes: 20_000 });
  const ask = async (key: string) =>
    cache.get(key) ?? (await cache.make(key, async () => page(key), { isDoubtful: key.includes('?') }));
  await ask('/real/');
  for (let at = 0; at < 500; at++) await ask(`/real/?x=${at}`);
  expect(cache.size().entries).toBe(1);
  expect(cache.get('/real/')).not.toBeNull();
  await ask('/real/?in_stock=1');
  expect(cache.get('/real/?in_stock=1')).toBeNull();
  await ask('/real/?in_stock=1');
  expect(await text(cache.get('/real/?in_stock=1'))).toBe('/real/?in_stock=1');
});

test('an answer other than 200 is passed on and never cached', async () => {
  const cache = createPageCache();
  await cache.make('/x', async () => ({ ...page('нет'), status: 404 }));
  expect(cache.get('/x')).toBeNull();
});

test('the cache stays within its bytes and drops the least recently used first', async () => {
  const cache = createPageCache({ maxBytes: 5_000 });
  for (const key of ['a', 'b', 'c']) await cache.make(key, async () => page(key));
  cache.get('a');
  for (const key of ['d', 'e']) await cache.make(key, async () => page(key));
  expect(cache.size().bytes).toBeLessThanOrEqual(5_000);
  expect(cache.get('a')).not.toBeNull();
  expect(cache.get('b')).toBeNull();
});

test('brotli comes from the second hit, gzip before it, plain bytes to whoever takes neither', async () => {
  const cache = createPageCache();
  await cache.make('/', async () => page('слово '.repeat(100)));
  const cached = cache.get('/') as CachedPage;
  expect(codedBody(cached, 'gzip, br')?.coding).toBe('gzip');
  cache.get('/');
  await expect.poll(() => codedBody(cached, 'gzip, br')?.coding).toBe('br');
  expect(await text(cached, '')).toContain('слово');
  expect(accepts('gzip;q=0, br', 'gzip')).toBe(false);
  expect(accepts('deflate, gzip;q=0.5', 'gzip')).toBe(true);
});

test('a render that hangs is given up after 20 s by all who joined it, and the next one begins again', async () => {
  vi.useFakeTimers();
  const cache = createPageCache();
  const hanging = () => new Promise<RenderedPage>(() => {});
  const waiting = [cache.make('/', hanging), cache.make('/', hanging)].map((one) => one.catch((error) => error));
  await vi.advanceTimersByTimeAsync(20_000);
  for (const one of waiting) expect(await one).toBeInstanceOf(DeadlinePassed);
  vi.useRealTimers();
  expect(await text(await cache.make('/', async () => page('again')))).toBe('again');
});

test('a page that cannot be rendered again is served until it is 15 minutes old, a second between two tries; a fault takes it away', async () => {
  let clock = 0;
  let tries = 0;
  const cache = createPageCache({ now: () => clock });
  const unavailable = async () => {
    tries++;
    return { ...page('базы нет'), status: 503 };
  };
  const ask = async () => cache.get('/', unavailable) ?? (await cache.make('/', unavailable));
  await cache.make('/', async () => page('цены'));
  clock = 14 * 60_000;
  for (let at = 0; at < 10; at++) expect(await text(await ask())).toBe('цены');
  expect(tries).toBe(1);
  clock += 1_000;
  expect(await text(await ask())).toBe('цены');
  expect(tries).toBe(2);
  expect(cache.stale('/')).not.toBeNull();
  clock = 15 * 60_000;
  expect(cache.stale('/')).toBeNull();
  expect(await ask()).toMatchObject({ status: 503 });
  await cache.make('/', async () => page('цены'));
  await cache.make('/', async () => ({ ...page('поломка'), status: 500 }));
  expect(cache.stale('/')).toBeNull();
});

test('while renders fail after seconds of waiting nobody waits for them but the first', async () => {
  vi.useFakeTimers();
  const cache = createPageCache();
  const silent = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return { ...page('базы нет'), status: 503 };
  };
  await cache.make('/', async () => page('цены'));
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  const first = cache.get('/', silent) ?? cache.make('/', silent);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await text(await first)).toBe('цены');
  for (let at = 0; at < 40; at++) {
    expect(await text(cache.get('/', silent))).toBe('цены');
    await vi.advanceTimersByTimeAsync(500);
  }
  vi.useRealTimers();
});

test('addresses that anybody can make up have half of the room, however often each is asked for', async () => {
  const cache = createPageCache({ maxBytes: 40_000 });
  const ask = async (key: string) =>
    cache.get(key) ?? (await cache.make(key, async () => page(key), { isDoubtful: key.includes('?') }));
  const real = Array.from({ length: 10 }, (_, at) => `/real/${at}/`);
  for (const key of real) await ask(key);
  for (let at = 0; at < 200; at++) for (let turn = 0; turn < 2; turn++) await ask(`/real/?x=${at}`);
  expect(real.filter((key) => cache.get(key)).length).toBe(10);
  expect(cache.get('/real/?x=199')).not.toBeNull();
  expect(cache.get('/real/?x=0')).toBeNull();
});

test('in doubt a page stays and is rendered again beside, as often as once a second', async () => {
  let clock = 0;
  let renders = 0;
  let isInDoubt = true;
  const cache = createPageCache({ now: () => clock, isInDoubt: () => isInDoubt });
  const render = async () => page(`version ${++renders}`);
  await cache.make('/', render);
  clock = 999;
  expect(await text(cache.get('/', render))).toBe('version 1');
  clock = 1_000;
  expect(await text(cache.get('/', render))).toBe('version 1');
  await expect.poll(() => renders).toBe(2);
  await expect.poll(() => cache.get('/')).not.toBeNull();
  isInDoubt = false;
  clock = 60_999;
  expect(await text(cache.get('/', render))).toBe('version 2');
  expect(renders).toBe(2);
});
