import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { createWorkQueue } from '#platform/work-queue.ts';

/** Reading and matching a list costs the shop a second of work. */
const limit = { max: 20, windowSeconds: 3_600 } as const;
const words = 'Слишком много смет за час. Попробуйте позже или передайте файл менеджеру';

/** Counts one list of this person (user id or address). Throws too_many. Call it outside a transaction. */
export async function takeEstimateLimit(db: Db, who: string, now = new Date()): Promise<void> {
  const wait = await takeLimit(db, 'estimates', who, limit.max, limit.windowSeconds, now);
  if (wait > 0) throw tooMany(wait, words);
}

/** Throws too_many when none is left, without counting: asked before a large body is read. */
export async function requireEstimateLimit(db: Db, who: string, now = new Date()): Promise<void> {
  const wait = await limitWait(db, 'estimates', [who], limit.max, limit.windowSeconds, now);
  if (wait > 0) throw tooMany(wait, words);
}

/**
 * Runs the making of one estimate from its text when its turn comes: two at once in a process, so that many lists hold
 * up neither the pages nor the database's connections; in turns between owners (the sender's network). Documents are
 * read before, in a queue of their own: a list typed as text never waits for them. Throws `busy` when too many wait,
 * too many of this owner, or this one for 4.6 s.
 */
export const inEstimateQueue = createWorkQueue({ atOnce: 2, mostWaiting: 20, mostOfOwner: 6, mostWaitMs: 4_600 });

/**
 * Taking a form of several MB apart keeps the process from everything else for a tenth of a second: one after another,
 * others' pages between.
 */
export const inFormQueue = createWorkQueue({ atOnce: 1, mostWaiting: 40, mostOfOwner: 3, mostWaitMs: 4_600 });
