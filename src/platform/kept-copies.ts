import type { Db } from './database.ts';

type Copy<T> = { value: T; readAt: number; isReading: boolean };

const all: { tags: string[]; clear: () => void }[] = [];

/**
 * Small data that every request needs, kept in the process: no query per request. `read` is asked once per database and key;
 * a copy older than `freshMs` is still served while a new one is read beside it, and stays if that reading fails (S8-08:
 * `onFailure` logs it). Only the first reading can throw. `forgetCopies` of one of the tags drops the copies.
 */
export function keepCopies<T>(options: { freshMs: number; tags: string[]; read: (db: Db, key: string) => Promise<T> }) {
  const { freshMs, tags, read } = options;
  let copies = new WeakMap<Db, Map<string, Promise<Copy<T>>>>();
  all.push({
    tags,
    clear() {
      copies = new WeakMap();
    },
  });

  return async function keptCopy(db: Db, key = '', onFailure: (error: unknown) => void = () => {}): Promise<T> {
    const ofDatabase = copies.get(db) ?? new Map<string, Promise<Copy<T>>>();
    copies.set(db, ofDatabase);
    let kept = ofDatabase.get(key);
    if (!kept) {
      kept = firstReading(db, key);
      ofDatabase.set(key, kept);
      kept.catch(() => ofDatabase.delete(key));
    }
    const copy = await kept;
    if (!copy.isReading && Date.now() - copy.readAt > freshMs) void renew(copy, db, key, onFailure);
    return copy.value;
  };

  async function firstReading(db: Db, key: string): Promise<Copy<T>> {
    const value = await read(db, key);
    return { value, readAt: Date.now(), isReading: false };
  }

  async function renew(copy: Copy<T>, db: Db, key: string, onFailure: (error: unknown) => void): Promise<void> {
    copy.isReading = true;
    try {
      copy.value = await read(db, key);
    } catch (error) {
      onFailure(error);
    }
    copy.readAt = Date.now();
    copy.isReading = false;
  }
}

/** Drops what was built from data with these tags (`touch`); '*' drops everything. */
export function forgetCopies(tags: string[]): void {
  for (const copies of all) {
    if (tags.includes('*') || copies.tags.some((tag) => tags.includes(tag))) copies.clear();
  }
}
