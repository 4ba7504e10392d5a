import { perObject } from '#shared/per-object.ts';
import type { Db } from './database.ts';
import type { Log } from './log.ts';

type Counted<Thing> = Thing & { times: number };
type Waiting<Thing> = { counts: Map<string, Counted<Thing>>; timer: NodeJS.Timeout | undefined };

type Options<Thing> = {
  /** Different things that wait at once: whoever makes them up does not fill the memory. */
  most: number;
  /** So long counts wait in memory, so that no request waits for them. */
  afterMs: number;
  /** For the log, when they could not be written. */
  failure: string;
  keyOf: (thing: Thing) => string;
  /** Writes them in one statement; they come in the order of their keys. */
  write: (db: Db, counted: Counted<Thing>[]) => Promise<unknown>;
};

/**
 * Counts of what strangers do, gathered in memory and written together. `note` returns at once; `write` writes what
 * waits, and what could not be written goes on waiting for the next that is counted.
 */
export function waitingCounts<Thing extends object>({ most, afterMs, failure, keyOf, write }: Options<Thing>) {
  const waitingOf = perObject((_db: Db): Waiting<Thing> => ({ counts: new Map(), timer: undefined }));

  function count({ counts }: Waiting<Thing>, thing: Counted<Thing>): void {
    const key = keyOf(thing);
    const known = counts.get(key);
    if (known) known.times += thing.times;
    else if (counts.size < most) counts.set(key, thing);
  }

  async function writeAll(db: Db): Promise<void> {
    const own = waitingOf(db);
    clearTimeout(own.timer);
    own.timer = undefined;
    // In one order, so that two processes do not wait for each other's rows.
    const counted = [...own.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, thing]) => thing);
    if (counted.length === 0) return;
    own.counts.clear();
    try {
      await write(db, counted);
    } catch (error) {
      for (const thing of counted) count(own, thing);
      throw error;
    }
  }

  function note(db: Db, thing: Thing, log: Log): void {
    const own = waitingOf(db);
    count(own, { ...thing, times: 1 });
    own.timer ??= setTimeout(() => {
      writeAll(db).catch((error: unknown) => log.warn({ err: error }, failure));
    }, afterMs).unref();
  }

  return { note, write: writeAll };
}
