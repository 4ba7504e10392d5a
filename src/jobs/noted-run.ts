import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { noteRunBegun, noteRunEnded } from '#platform/timetable.ts';
import { nextRun } from './next-run.ts';

/** What graphile-worker adds to the payload of a job that the clock asked for. */
const byTheClock = z.object({ _cron: z.object({ ts: z.string() }) });

/**
 * Does what the clock asked for and notes in the timetable when it began and how it ended; a job that somebody queued
 * is done without a note. A note that fails is logged and holds nothing up.
 */
export async function notedRun(
  { db, log }: { db: Db; log: Log },
  { task, match }: { task: string; match: string },
  payload: unknown,
  run: () => Promise<void>,
): Promise<void> {
  if (!byTheClock.safeParse(payload).success) return run();
  const started_at = new Date();
  const lost = (err: unknown) => log.warn({ err }, 'a run of the timetable was not noted');
  const end = (error: string | null) =>
    noteRunEnded(db, { task, started_at, took_ms: Date.now() - started_at.getTime(), error }).catch(lost);
  await noteRunBegun(db, { task, started_at, next_at: nextRun(match, started_at) }).catch(lost);
  try {
    await run();
  } catch (error) {
    await end(error instanceof Error ? error.message : String(error));
    throw error;
  }
  await end(null);
}
