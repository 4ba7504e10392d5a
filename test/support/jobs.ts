import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { openPartners, type PartnerTable } from '#integrations/partners.ts';
import { type JobContext, taskList } from '#jobs/tasks.ts';
import { type Db, openPlainPool } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { queueDeferredJobs } from '#platform/queue.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { pagesForRobots } from '#shared/page-facts.ts';
import type { Config } from '#src/config.ts';
import { testConfig } from './config.ts';
import { waitFor } from './processes.ts';

/** What jobs get, for a test that calls one itself. */
export async function jobContext(
  db: Db,
  config: Config = testConfig(),
  partners = openPartners(db, config),
): Promise<JobContext> {
  const keys = await secretKeys(db, config.SECRET_KEYS);
  return { db, config, keys, partners, log: openLog('silent'), pagesForRobots };
}

/** Does every job that waits in the queue, as the worker would, and what those jobs queue in turn. */
export async function runJobs(
  db: Db,
  url: string,
  environment: Record<string, string> = {},
  table?: PartnerTable,
): Promise<void> {
  const config = testConfig(environment);
  const context = await jobContext(db, config, openPartners(db, config, table));
  const logger = new Logger(() => () => {});
  // A pool that outlives being cut off: the queue gives up its connections without waiting, and the test's database
  // goes at once.
  const pgPool = await openPlainPool(url, { max: 2 });
  try {
    await queueDeferredJobs(db);
    await runOnce({ pgPool, taskList: taskList(context), logger });
  } finally {
    await endWhenQuiet(db, pgPool);
  }
}

/**
 * Ends the pool of a queue that has nothing more to do. The queue writes a job's end a moment after its run is over,
 * and a pool that ends meanwhile leaves that call without an answer.
 */
export async function endWhenQuiet(db: Db, pgPool: Pool): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql`select from graphile_worker.jobs where locked_at is not null limit 1`.execute(db);
    return rows.length === 0 && pgPool.waitingCount === 0 && pgPool.idleCount === pgPool.totalCount;
  });
  await pgPool.end();
}

/** Takes everything out of the queue that earlier steps of a test left there. */
export async function forgetJobs(db: Db): Promise<void> {
  await sql`delete from deferred_jobs`.execute(db);
  // A job that a dead worker still holds can't be completed before it is freed.
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
    where locked_by is not null`.execute(db);
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(db);
}
