import type { WorkerEvents } from 'graphile-worker';
import { makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import type { Database, Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/**
 * Jobs of a worker killed with -9 stay locked for four hours. Here a living process holds a session lock on the id of its pool, which
 * PostgreSQL drops when the process dies; a starting one frees the jobs of every worker whose lock it can take.
 */
export async function releaseDeadWorkers(db: Db, url: string, log: Log): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid::bigint = ${lockClass}
        and objid::bigint = hashtext(locked_by)::bit(32)::bigint
    )`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.forceUnlockWorkers(ids);
  await utils.release();
  log.warn({ workers: ids }, 'jobs of dead workers freed');
}

/** Two-key advisory locks of this class stand for the ids of pools of workers, by which jobs are locked. */
const lockClass = 20_260;

/** Holds the locks of all pools of workers created through `events`. `lost` is called when the connection behind them breaks. */
export async function sayAlive(db: Database, events: WorkerEvents, lost: (error: Error) => void): Promise<() => void> {
  const client = await db.pool.connect();
  client.on('error', lost);
  let locking = Promise.resolve();
  events.on('pool:create', ({ workerPool }) => {
    const lock = async () => {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, workerPool.id]);
    };
    locking = locking.then(lock).catch(lost);
  });
  return () => {
    client.off('error', lost);
    client.release(true);
  };
}

/** Daily: the queue's own names of queues nobody uses, and jobs that have failed for good more than a month ago. */
export async function cleanUpJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'`.execute(db);
}
