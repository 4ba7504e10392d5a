import { randomUUID } from 'node:crypto';
import type { Tag } from '#shared/cache-tags.ts';
import { perObject } from '#shared/per-object.ts';
import type { CacheOptions } from './cache.ts';
import type { Db } from './database.ts';
import { isFollowed } from './invalidation.ts';
import { createLoadingCache } from './loading-cache.ts';

/** More keys than this are a crawl, not a working set. */
const mostKeys = 10_000;

export type CachedReadOptions<T> = Pick<CacheOptions<string, T>, 'name' | 'max' | 'maxBytes' | 'bytesOf'> & {
  freshMs: number;
  /**
   * Beyond this age the reader waits for a new reading. For data that may also change without an invalidation. Once a
   * reading has failed the value is served beside further ones, as cached pages are while the database is away, until
   * it is 15 minutes old.
   */
  maxMs?: number;
  tags: readonly Tag[];
  /** Cached only where invalidations are received; elsewhere read each time. */
  whileFollowed?: boolean;
  read: (db: Db, key: string) => Promise<T>;
};

/**
 * What many requests need, cached in the process: no query per request. `read` is asked once per database and key; a
 * value older than `freshMs` is still served while a new one is read beside it, and stays if that reading fails
 * (S8-08: `onFailure` logs it). Large values are bounded by `maxBytes` and `bytesOf`. Only a reading that is waited for
 * can throw, DeadlinePassed among others. In a transaction, which must see its own changes, it is read each time.
 */
export function cachedRead<T extends {}>({ freshMs, maxMs, whileFollowed, read, ...options }: CachedReadOptions<T>) {
  const dueMs = Math.min(freshMs, maxMs ?? freshMs);
  const cache = createLoadingCache<T>({
    max: mostKeys,
    ...options,
    freshMs: dueMs,
    retryMs: dueMs,
    ...(maxMs === undefined ? { awayMs: Number.POSITIVE_INFINITY } : { maxMs }),
  });

  return async function readCached(db: Db, key = '', onFailure?: (error: unknown) => void): Promise<T> {
    if (db.isTransaction || (whileFollowed && !isFollowed(db))) return read(db, key);
    const place = `${idOf(db)} ${key}`;
    const load = () => read(db, key);
    return cache.get(place, load, onFailure) ?? cache.load(place, load, onFailure);
  };
}

/** Of each pool: tests and commands open several. */
const idOf = perObject((_db: Db) => randomUUID());
