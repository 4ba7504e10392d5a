import { type CacheOptions, createCache } from './cache.ts';
import { within } from './deadline.ts';
import { openFlights } from './single-flight.ts';

/** As long as a value is served while it cannot be made again: prices may be that old while the database is away. */
export const longestAwayMs = 15 * 60_000;
/** Longer than the pool waits for a connection and a statement together. */
export const longestLoadMs = 20_000;

export type LoadingCacheOptions<V> = Omit<CacheOptions<string, V>, 'evicted' | 'maxAgeMs'> & {
  /** From this age on a value is still served while it is made again. */
  freshMs: number | (() => number);
  /** From this age on whoever asks waits for a new one; while making it fails, only from `awayMs` on. */
  maxMs?: number;
  awayMs?: number;
  /** After a failure the next try is so much later. */
  retryMs: number;
  /** Making that takes longer is given up by all who wait for it; the next who asks begins again. */
  loadMs?: number;
  /** Failures that a former value outlives; all, when not given. */
  isOutage?: (error: unknown) => boolean;
  now?: () => number;
};

type Entry<V> = {
  value: V;
  bytes: number;
  madeAt: number;
  /** Not to be tried again before, because it has just failed; 0: it did not. */
  retryAt: number;
};

type Work<V> = () => Promise<V>;
type OnFailure = (error: unknown) => void;

/**
 * Values that take time to make: one making per key at a time; a stale value is served while it is made again beside,
 * and for a while when that fails. What is being made during an invalidation is not joined by who asks after it, and
 * cached only if its tags are not among those that changed: else a busy shop, where something always changes, would
 * cache nothing just when making takes long.
 */
export function createLoadingCache<V extends {}>({
  freshMs,
  maxMs = Number.POSITIVE_INFINITY,
  awayMs = longestAwayMs,
  retryMs,
  loadMs = longestLoadMs,
  isOutage = () => true,
  now = () => Date.now(),
  bytesOf = () => 1,
  tags,
  isDoubtful,
  ...bounds
}: LoadingCacheOptions<V>) {
  const cache = createCache<string, Entry<V>>({
    ...bounds,
    bytesOf: ({ bytes }) => bytes,
    ...(tags && { tags: typeof tags === 'function' ? ({ value }) => tags(value) : tags }),
    ...(isDoubtful && { isDoubtful: ({ value }) => isDoubtful(value) }),
  });
  const flights = openFlights<V>();
  const freshNow = typeof freshMs === 'function' ? freshMs : () => freshMs;

  /** A value that may be served now. A stale one is made again by `load`, beside; without `load` a fresh one only. */
  function get(key: string, load?: (former: V) => Promise<V>, onFailure?: OnFailure): V | undefined {
    const entry = cache.use(key);
    if (entry === undefined) return undefined;
    const { value, madeAt, retryAt } = entry;
    const age = now() - madeAt;
    if (age < freshNow()) {
      cache.counts.hits++;
      return value;
    }
    if (!load || age >= (retryAt > 0 ? awayMs : maxMs)) return undefined;
    cache.counts.stale++;
    if (now() >= retryAt && !underWay(key)) renew(key, () => load(value), onFailure).catch(() => {});
    return value;
  }

  /**
   * Makes a missing value, or waits for its making that is under way. Throws what `work` throws, and DeadlinePassed.
   */
  function load(key: string, work: Work<V>, onFailure?: OnFailure): Promise<V> {
    cache.counts.misses++;
    return underWay(key) ?? renew(key, work, onFailure);
  }

  /** What was begun before an invalidation is another flight. */
  const flightOf = (key: string) => `${cache.invalidations()} ${key}`;

  function underWay(key: string): Promise<V> | undefined {
    return flights.get(flightOf(key));
  }

  function renew(key: string, work: Work<V>, onFailure?: OnFailure): Promise<V> {
    return flights.begin(flightOf(key), make(key, work, cache.invalidations(), onFailure));
  }

  async function make(key: string, work: Work<V>, begun: number, onFailure?: OnFailure): Promise<V> {
    try {
      const value = await within(loadMs, work());
      const entry = { value, bytes: bytesOf(value, key), madeAt: now(), retryAt: 0 };
      if (!cache.isOutdatedSince(begun, entry)) cache.set(key, entry);
      return value;
    } catch (error) {
      const former = isOutage(error) ? cache.peek(key) : undefined;
      if (!former || now() - former.madeAt >= awayMs) throw error;
      former.retryAt = now() + retryMs;
      onFailure?.(error);
      return former.value;
    }
  }

  return {
    get,
    load,
    /** What is left when it cannot be made: the value if it is no older than `awayMs`. */
    stale(key: string): V | undefined {
      const entry = cache.peek(key);
      return entry && now() - entry.madeAt < awayMs ? entry.value : undefined;
    },
    /** The value weighs otherwise from now on, as `bytesOf` says. */
    resized(key: string, value: V): void {
      const entry = cache.peek(key);
      if (entry?.value === value) cache.set(key, { ...entry, bytes: bytesOf(value, key) });
    },
    delete: cache.delete,
    size: cache.size,
  };
}
