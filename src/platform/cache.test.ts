import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tag } from '#shared/cache-tags.ts';
import { cacheCounts, createCache, invalidateCaches, memoize } from './cache.ts';
import { DeadlinePassed } from './deadline.ts';
import { createLoadingCache } from './loading-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Text = { text: string; tags: Tag[] };
const weigh = ({ text }: Text) => text.length;
const of = (text: string, ...tags: Tag[]): Text => ({ text, tags });

test('a cache holds as many entries as it may, and the least recently used goes first', () => {
  const cache = createCache<string, number>({ name: 'by number', max: 3 });
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at);
  cache.get('a');
  cache.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
});

test('a cache bounded by bytes says what it holds, and what had to go; what is larger than all of it is not held', () => {
  const gone: string[] = [];
  const cache = createCache<string, Text>({
    name: 'by bytes',
    maxBytes: 10,
    bytesOf: weigh,
    evicted: (_value, key) => gone.push(key),
  });
  cache.set('a', of('aaaa'));
  cache.set('b', of('bbbb'));
  cache.set('a', of('aaaaaa'));
  expect([cache.size(), gone]).toEqual([{ entries: 2, bytes: 10 }, []]);
  cache.set('c', of('c'));
  expect([cache.size(), gone]).toEqual([{ entries: 2, bytes: 7 }, ['b']]);
  cache.set('d', of('d'.repeat(11)));
  expect(cache.get('d')).toBeUndefined();
});

test('values whose keys anybody can make up have half of the bytes together, and drive out only each other', () => {
  const cache = createCache<string, Text & { isDoubtful: boolean }>({
    name: 'half',
    maxBytes: 100,
    bytesOf: weigh,
    isDoubtful: ({ isDoubtful }) => isDoubtful,
  });
  for (let at = 0; at < 5; at++) cache.set(`real ${at}`, { ...of('x'.repeat(10)), isDoubtful: false });
  for (let at = 0; at < 500; at++) cache.set(`made up ${at}`, { ...of('x'.repeat(10)), isDoubtful: true });
  // One key again and again is counted once.
  for (let at = 0; at < 20; at++) cache.set('made up 499', { ...of('x'.repeat(10)), isDoubtful: true });
  expect(cache.size()).toEqual({ entries: 10, bytes: 100 });
  for (let at = 0; at < 5; at++) expect(cache.get(`real ${at}`)).toBeDefined();
  expect([cache.get('made up 499'), cache.get('made up 494')]).toEqual([expect.anything(), undefined]);
});

test('an invalidation drops what was built from its tags, all of a cache or one by one, and leaves what depends on its key alone', () => {
  const common = createCache<string, number>({ name: 'common', max: 9, tags: ['content'] });
  const single = createCache<string, Text>({ name: 'single', max: 9, tags: ({ tags }) => tags });
  const any = createCache<string, number>({ name: 'any', max: 9, tags: 'any' });
  const pure = createCache<string, number>({ name: 'pure', max: 9 });
  const fill = () => {
    for (const cache of [common, any, pure]) cache.set('key', 1);
    single.set('one', of('one', 'product:1'));
    single.set('two', of('two', 'product:2', 'catalogue'));
    single.set('unsaid', of('unsaid', 'products'));
  };
  const left = (...tags: Parameters<typeof invalidateCaches>[0]) => {
    fill();
    invalidateCaches(tags);
    const own = ['one', 'two', 'unsaid'].filter((key) => single.get(key));
    return [...[common, any, pure].map((cache) => cache.size().entries), own.join(' ')];
  };
  expect(left('departments')).toEqual([1, 0, 1, 'one two unsaid']);
  expect(left('content')).toEqual([0, 0, 1, 'one two unsaid']);
  expect(left('product:1')).toEqual([1, 0, 1, 'two']);
  expect(left('catalogue')).toEqual([1, 0, 1, 'one unsaid']);
  expect(left('*')).toEqual([0, 0, 1, '']);
});

test('a value is missing from its age on, however often it was asked for; another form of it is no younger', () => {
  const cache = createCache<string, string>({ name: 'aged', max: 9, maxAgeMs: 1_000 });
  const bytes = createCache<string, Text>({ name: 'aged bytes', maxBytes: 9, bytesOf: weigh, maxAgeMs: 1_000 });
  cache.set('a', 'of today');
  bytes.set('b', of('b'));
  vi.setSystemTime(Date.now() + 900);
  cache.reform('a', 'of today, gzipped');
  cache.reform('never set', 'gzipped');
  bytes.reform('b', of('bbb'));
  expect([cache.get('a'), cache.peek('never set'), bytes.size().bytes]).toEqual(['of today, gzipped', undefined, 3]);
  vi.setSystemTime(Date.now() + 101);
  expect([cache.get('a'), bytes.get('b')]).toEqual([undefined, undefined]);
  // For whoever can get no new one.
  expect(cache.peek('a')).toBe('of today, gzipped');
  cache.set('a', 'of tomorrow');
  expect(cache.get('a')).toBe('of tomorrow');
});

test('hits and misses are counted by name, over all caches of that name', () => {
  const square = memoize({ name: 'squares', max: 2 }, (side: number) => side * side);
  const other = createCache<string, number>({ name: 'squares', max: 2 });
  expect([square(3), square(3), square(4), square(5), square(3)]).toEqual([9, 9, 16, 25, 9]);
  other.get('nothing');
  other.set('something', 1);
  expect(cacheCounts().get('squares')).toEqual({ hits: 1, misses: 5, stale: 0, entries: 3, bytes: 0 });
});

const minute = 60_000;
function slow(load: () => Promise<string>, more: Partial<Parameters<typeof createLoadingCache<string>>[0]> = {}) {
  const cache = createLoadingCache<string>({ name: 'slow', max: 9, freshMs: 1_000, retryMs: 1_000, ...more });
  const work = load;
  return async (key = 'key') => cache.get(key, work) ?? cache.load(key, work);
}

test('however many ask at once, a value is made once; a stale one is served while it is made again', async () => {
  let made = 0;
  const ask = slow(async () => `value ${++made}`, { maxMs: minute });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['value 1', 'value 1', 'value 1']);
  vi.advanceTimersByTime(1_000);
  expect(await Promise.all([ask(), ask()])).toEqual(['value 1', 'value 1']);
  await vi.advanceTimersByTimeAsync(0);
  expect([await ask(), made]).toEqual(['value 2', 2]);
  vi.advanceTimersByTime(minute);
  expect([await ask(), made]).toEqual(['value 3', 3]);
});

test('a value read before an invalidation never outlives it: it is given to those who waited, neither kept nor joined', async () => {
  const former = Promise.withResolvers<string>();
  const answers = [former.promise, Promise.resolve('new')];
  const ask = slow(() => answers.shift()!, { tags: ['content'] });
  const before = ask();
  await vi.advanceTimersByTimeAsync(0);
  invalidateCaches(['content']);
  expect(await ask()).toBe('new');
  former.resolve('old');
  expect(await before).toBe('old');
  expect(await ask()).toBe('new');
});

test('an invalidation of other data leaves a making under way to be joined and kept', async () => {
  const only = Promise.withResolvers<string>();
  const answers = [only.promise];
  const ask = slow(() => answers.shift()!, { tags: ['content'] });
  const before = ask();
  invalidateCaches(['departments']);
  const after = ask();
  only.resolve('only');
  expect([await before, await after, await ask()]).toEqual(['only', 'only', 'only']);
});

test('a renewal begun before an invalidation does not come back after it', async () => {
  const late = Promise.withResolvers<string>();
  const answers = [Promise.resolve('first'), late.promise, Promise.resolve('third')];
  const ask = slow(() => answers.shift()!, { tags: ['content'] });
  await ask();
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toBe('first');
  invalidateCaches(['content']);
  late.resolve('of before');
  await vi.advanceTimersByTimeAsync(0);
  expect(await ask()).toBe('third');
});

test('while it cannot be made a value is served until its stated age, a second between two tries; then whoever asks learns why', async () => {
  let isAway = false;
  let tries = 0;
  const ask = slow(
    async () => {
      tries++;
      if (isAway) throw new Error('away');
      return 'value';
    },
    { maxMs: 5_000, awayMs: minute },
  );
  await ask();
  isAway = true;
  vi.advanceTimersByTime(30_000);
  for (let at = 0; at < 10; at++) expect(await ask()).toBe('value');
  expect(tries).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect([await ask(), tries]).toEqual(['value', 3]);
  vi.advanceTimersByTime(minute);
  await expect(ask()).rejects.toThrow('away');
  isAway = false;
  expect(await ask()).toBe('value');
});

test('a failure that is no outage is not outlived by waiting for it, and a making that hangs is given up', async () => {
  const answers = [Promise.resolve('value'), Promise.reject(new Error('fault')), new Promise<string>(() => {})];
  const ask = slow(() => answers.shift()!, {
    maxMs: 1_000,
    loadMs: 20_000,
    isOutage: (error) => error instanceof DeadlinePassed,
  });
  await ask();
  vi.advanceTimersByTime(1_000);
  await expect(ask()).rejects.toThrow('fault');
  const waiting = ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await waiting).toBe('value');
});

test('what was begun before more invalidations than are remembered is not cached', () => {
  const cache = createCache<string, string>({ name: 'test', max: 10, tags: () => ['content'] });
  const begun = cache.invalidations();
  for (let at = 0; at < 200; at++) invalidateCaches([`product:${at}`]);
  expect(cache.isOutdatedSince(begun, 'value')).toBe(false);
  invalidateCaches(['settings']);
  expect(cache.isOutdatedSince(begun, 'value')).toBe(true);
  expect(cache.isOutdatedSince(cache.invalidations(), 'value')).toBe(false);
});
