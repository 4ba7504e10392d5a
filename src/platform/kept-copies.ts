import type { Db } from './database.ts';
import { within } from './deadline.ts';

type Copy<T> = { value: T; readAt: number; isReading: boolean };

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

export type CopiesOptions<T> = {
  freshMs: number;
  /** Never served beyond this age: the reader waits for a new one. For data that may also change without a touch. */
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
    const kept = ofDatabase.get(key) ?? keep(ofDatabase, db, key);
    const copy = await kept;
    const age = Date.now() - copy.readAt;
    if (maxMs !== undefined && age > maxMs) {
      // Whoever finds it too old first asks again; the others wait for the same answer.
      const next = ofDatabase.get(key);
      return (await (next && next !== kept ? next : keep(ofDatabase, db, key))).value;
    }
    if (!copy.isReading && age > freshMs) void renew(copy, db, key, onFailure);
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
    return { value, readAt: Date.now(), isReading: false };
  }

  async function renew(copy: Copy<T>, db: Db, key: string, onFailure: (error: unknown) => void): Promise<void> {
    copy.isReading = true;
    try {
      copy.value = await within(longestReadingMs, read(db, key));
    } catch (error) {
      onFailure(error);
    }
    copy.readAt = Date.now();
    copy.isReading = false;
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
