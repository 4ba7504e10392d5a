import { LRUCache } from 'lru-cache';
import { changedTags, type Invalidation, isOutdated, type Tag } from '#shared/cache-tags.ts';

/** Since the process began; `bytes` is 0 where entries are bounded by their number. */
export type CacheCounts = { hits: number; misses: number; stale: number; entries: number; bytes: number };

type Registered = {
  readonly name: string;
  readonly counts: { hits: number; misses: number; stale: number };
  size(): { entries: number; bytes: number };
  invalidate(changed: ReadonlySet<Invalidation>): void;
};

/** Every cache of the process. Held weakly: a cache ends with whoever made it. */
const registry = new Set<WeakRef<Registered>>();

export type CacheOptions<K, V> = {
  /** Its name in /metrics; caches of one name are counted together. */
  name: string;
  /** Most entries. */
  max?: number;
  /** Or most bytes, as `bytesOf` counts them. */
  maxBytes?: number;
  bytesOf?: (value: V, key: K) => number;
  /**
   * What the values are built from, all alike or each for itself; 'any': every invalidation empties the cache. Without
   * tags the values depend on their keys alone and stay.
   */
  tags?: readonly Tag[] | 'any' | ((value: V) => Iterable<Tag>);
  /**
   * Values whose source reports no change, or which name the clock, are missing from this age on; `peek` still has
   * them, for when no new one can be had.
   */
  maxAgeMs?: number;
  /**
   * Values whose keys anybody can make up: all of them together have half of the bytes, so that they cannot drive out
   * the others.
   */
  isDoubtful?: (value: V) => boolean;
  /** Called for what had to go because there was no room. */
  evicted?: (value: V, key: K) => void;
};

export type Cache<K extends {}, V extends {}> = ReturnType<typeof createCache<K, V>>;

/** So many of the last invalidations are remembered, for what was being made meanwhile: some seconds of a busy shop. */
const mostRemembered = 200;
const anything: ReadonlySet<Invalidation> = new Set(['*']);

/** `max` entries have their places laid out at once; beyond this many the room grows with the entries. */
const mostLaidOut = 20_000;

/** Values by key, bounded; the least recently used go first. Emptied by `invalidateCaches` as its tags say. */
export function createCache<K extends {}, V extends {}>({
  name,
  max = 0,
  maxBytes = 0,
  bytesOf = () => 1,
  tags = [],
  maxAgeMs,
  isDoubtful,
  evicted,
}: CacheOptions<K, V>) {
  const counts = { hits: 0, misses: 0, stale: 0 };
  let invalidations = 0;
  const changes = lastChanges();
  let doubtfulBytes = 0;
  const bounds = maxBytes > 0 || max > mostLaidOut ? { maxSize: maxBytes || max, sizeCalculation: bytesOf } : { max };
  const entries = new LRUCache<K, V>({
    ...bounds,
    ...(maxAgeMs !== undefined && { ttl: maxAgeMs, ...byTheClock }),
    ...((isDoubtful || evicted) && {
      dispose(value: V, key: K, reason: LRUCache.DisposeReason) {
        if (isDoubtful?.(value)) doubtfulBytes -= bytesOf(value, key);
        if (reason === 'evict') evicted?.(value, key);
      },
    }),
  });

  function set(key: K, value: V): void {
    if (isDoubtful?.(value)) {
      entries.delete(key);
      const bytes = bytesOf(value, key);
      // Before it is put in, or another's place would be taken.
      const excess = doubtfulBytes + bytes - maxBytes / 2;
      for (const oldest of oldestOf(entries, excess, isDoubtful, bytesOf)) entries.delete(oldest);
      if (bytes <= maxBytes / 2) doubtfulBytes += bytes;
      else return;
    }
    entries.set(key, value);
  }

  function invalidate(changed: ReadonlySet<Invalidation>): void {
    if (typeof tags !== 'function') {
      if (tags !== 'any' && (tags.length === 0 || !isOutdated(tags, changed))) return;
      invalidations++;
      entries.clear();
      return;
    }
    invalidations++;
    changes.add(changed);
    const outdated: K[] = [];
    entries.forEach((value, key) => {
      if (isOutdated(tags(value), changed)) outdated.push(key);
    });
    for (const key of outdated) entries.delete(key);
  }

  const cache = {
    name,
    counts,
    /** Counted as a hit or a miss. */
    get(key: K): V | undefined {
      const value = entries.get(key);
      if (value === undefined) counts.misses++;
      else counts.hits++;
      return value;
    },
    /** Neither counted nor a use of it, and of whatever age. */
    peek: (key: K): V | undefined => entries.peek(key, { allowStale: true }),
    use: (key: K): V | undefined => entries.get(key),
    values: () => entries.values(),
    set,
    /** The value in another form, or grown: what is cached keeps its age. */
    reform(key: K, value: V): void {
      if (entries.has(key)) entries.set(key, value, { noUpdateTTL: true });
    },
    delete: (key: K): boolean => entries.delete(key),
    clear(): void {
      invalidations++;
      changes.add(anything);
      entries.clear();
    },
    invalidate,
    /** Raised by everything that may have made a value out of date. */
    invalidations: () => invalidations,
    /** Whether a value that was begun at so many `invalidations` is out of date already. */
    isOutdatedSince(begun: number, value: V): boolean {
      if (begun === invalidations) return false;
      return typeof tags !== 'function' || changes.outdate([...tags(value)], invalidations - begun);
    },
    size: () => ({ entries: entries.size, bytes: maxBytes > 0 ? entries.calculatedSize : 0 }),
  };
  registry.add(new WeakRef(cache));
  return cache;
}

/** Exact ages, by the clock that tests can move. */
const byTheClock = { ttlResolution: 0, noDeleteOnStaleGet: true, perf: { now: () => Date.now() } };

/** The least recently used doubtful entries that weigh `excess` together. */
function oldestOf<K extends {}, V extends {}>(
  entries: LRUCache<K, V>,
  excess: number,
  isDoubtful: (value: V) => boolean,
  bytesOf: (value: V, key: K) => number,
): K[] {
  const oldest: K[] = [];
  let left = excess;
  for (const key of left > 0 ? entries.rkeys() : []) {
    const value = entries.peek(key);
    if (value === undefined || !isDoubtful(value)) continue;
    oldest.push(key);
    left -= bytesOf(value, key);
    if (left <= 0) break;
  }
  return oldest;
}

/** What the last invalidations of a cache changed. */
function lastChanges() {
  const changes: ReadonlySet<Invalidation>[] = [];
  return {
    add(changed: ReadonlySet<Invalidation>): void {
      changes.push(changed);
      if (changes.length > mostRemembered) changes.shift();
    },
    /** Whether one of the last `count` outdates what was built from `own`; what is not remembered does. */
    outdate: (own: readonly Tag[], count: number): boolean =>
      count > changes.length || changes.slice(-count).some((changed) => isOutdated(own, changed)),
  };
}

/** `work` of a key, whose result depends on the key alone, remembered for the `max` keys used last. */
export function memoize<K extends {}, V extends {}>(
  options: Pick<CacheOptions<K, V>, 'name' | 'max'>,
  work: (key: K) => V,
): (key: K) => V {
  const cache = createCache<K, V>(options);
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) {
      value = work(key);
      cache.set(key, value);
    }
    return value;
  };
}

/**
 * Drops from every cache of this process what was built from these data. `invalidate` tells the other processes too.
 */
export function invalidateCaches(tags: readonly Invalidation[]): void {
  const changed = changedTags(tags);
  if (changed.size === 0) return;
  for (const cache of living()) cache.invalidate(changed);
}

/** The counts of all caches by name, for /metrics. */
export function cacheCounts(): Map<string, CacheCounts> {
  const all = new Map<string, CacheCounts>();
  for (const { name, counts, size } of living()) {
    const { entries, bytes } = size();
    const sum = all.get(name) ?? { hits: 0, misses: 0, stale: 0, entries: 0, bytes: 0 };
    sum.hits += counts.hits;
    sum.misses += counts.misses;
    sum.stale += counts.stale;
    sum.entries += entries;
    sum.bytes += bytes;
    all.set(name, sum);
  }
  return all;
}

function* living(): Generator<Registered> {
  for (const reference of registry) {
    const cache = reference.deref();
    if (cache) yield cache;
    else registry.delete(reference);
  }
}
