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
 * Runs the making of one estimate when its turn comes: two at once in a process, so that many lists hold up neither the pages nor the database's
 * connections, and no more files than these are copied about in memory. Throws `busy` when too many wait.
 */
export const inEstimateQueue = createWorkQueue({ atOnce: 2, mostWaiting: 20 });
