import type { Db } from './database.ts';
import { within } from './deadline.ts';

type Copy<T> = {
  value: T;
  readAt: number;
  /** When it was read last, or reading it failed last. */
  triedAt: number;
  /** The reading under way. */
  reading: Promise<void> | null;
  /** Why the last reading failed; null: it did not. */
  failure: { error: unknown } | null;
};

const all: { tags: string[]; clear: () => void }[] = [];

/** Pools whose touches are heard (`followTouches`), so that a copy kept in memory is dropped when its data change. */
const followed = new WeakSet<Db>();

/** From now on the process hears this pool's touches: copies kept `whileFollowed` may be used. Returns what ends that. */
export function trustCopies(db: Db): () => void {
  followed.add(db);
  return () => void followed.delete(db);
}

/** A reading that takes longer has lost its database: whoever waits is let go, and the next who asks begins again. */
const longestReadingMs = 20_000;

/** More keys than this are a crawl, not a working set: the copies begin anew. */
const mostKeys = 10_000;

/** As long as a cached page is served while the database does not answer. */
const longestAwayMs = 15 * 60_000;

export type CopiesOptions<T> = {
  freshMs: number;
  /**
   * Beyond this age the reader waits for a new one. For data that may also change without a touch. Once a reading has failed the copy is served
   * beside further ones, as cached pages are while the database is away, until it is 15 minutes old.
   */
  maxMs?: number;
  tags: string[];
  /** Kept only where touches are heard; elsewhere, and in a transaction, which must see its own changes, read each time. */
  whileFollowed?: boolean;
  read: (db: Db, key: string) => Promise<T>;
};

/**
 * Small data that every request needs, kept in the process: no query per request. `read` is asked once per database and key;
 * a copy older than `freshMs` is still served while a new one is read beside it, and stays if that reading fails (S8-08:
 * `onFailure` logs it). Only a reading that is waited for can throw, DeadlinePassed among others. `forgetCopies` of one of the tags drops the copies.
 */
export function keepCopies<T>({ freshMs, maxMs, tags, whileFollowed, read }: CopiesOptions<T>) {
  const dueMs = Math.min(freshMs, maxMs ?? freshMs);
  let copies = new WeakMap<Db, Map<string, Promise<Copy<T>>>>();
  all.push({
    tags,
    clear() {
      copies = new WeakMap();
    },
  });

  return async function keptCopy(db: Db, key = '', onFailure: (error: unknown) => void = () => {}): Promise<T> {
    if (whileFollowed && !followed.has(db)) return read(db, key);
    const ofDatabase = copies.get(db) ?? new Map<string, Promise<Copy<T>>>();
    copies.set(db, ofDatabase);
    const copy = await (ofDatabase.get(key) ?? keep(ofDatabase, db, key));
    if (Date.now() - copy.triedAt > dueMs) copy.reading ??= renew(copy, db, key, onFailure);
    if (maxMs === undefined) return copy.value;
    if (copy.reading && !copy.failure && Date.now() - copy.readAt > maxMs) await copy.reading;
    if (copy.failure && Date.now() - copy.readAt > longestAwayMs) {
      // A failure of long ago says nothing of now: whoever comes next waits for the next reading.
      if (Date.now() - copy.triedAt > longestReadingMs) await copy.reading;
      if (copy.failure) throw copy.failure.error;
    }
    return copy.value;
  };

  function keep(ofDatabase: Map<string, Promise<Copy<T>>>, db: Db, key: string): Promise<Copy<T>> {
    if (ofDatabase.size >= mostKeys) ofDatabase.clear();
    const kept = firstReading(db, key);
    ofDatabase.set(key, kept);
    kept.catch(() => ofDatabase.get(key) === kept && ofDatabase.delete(key));
    return kept;
  }

  async function firstReading(db: Db, key: string): Promise<Copy<T>> {
    const value = await within(longestReadingMs, read(db, key));
    const readAt = Date.now();
    return { value, readAt, triedAt: readAt, reading: null, failure: null };
  }

  async function renew(copy: Copy<T>, db: Db, key: string, onFailure: (error: unknown) => void): Promise<void> {
    try {
      copy.value = await within(longestReadingMs, read(db, key));
      copy.readAt = Date.now();
      copy.failure = null;
    } catch (error) {
      copy.failure = { error };
      onFailure(error);
    }
    copy.triedAt = Date.now();
    copy.reading = null;
  }
}

const listeners = new Set<(tags: string[]) => void>();

/** Calls `forget` with the tags of every touch this process hears. Returns what ends that. */
export function whenForgotten(forget: (tags: string[]) => void): () => void {
  listeners.add(forget);
  return () => void listeners.delete(forget);
}

/** Drops what was built from data with these tags (`touch`); '*' drops everything. */
export function forgetCopies(tags: string[]): void {
  for (const copies of all) {
    if (tags.includes('*') || copies.tags.some((tag) => tags.includes(tag))) copies.clear();
  }
  for (const forget of listeners) forget(tags);
}
