import { sql } from 'kysely';
import { cleanUpJobs } from './dead-workers.ts';
import type { Task } from './tasks.ts';

/** Nightly: limits whose window has long passed and jobs that failed for good a month ago. */
export const cleanUp: Task = async (_payload, { db }) => {
  await sql`delete from limits where window_start < now() - interval '1 day'`.execute(db);
  await cleanUpJobs(db);
};
