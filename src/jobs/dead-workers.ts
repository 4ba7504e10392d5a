import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/database.ts';
import { connectDatabase } from '#platform/database-servers.ts';
import type { Log } from '#platform/log.ts';
import { workerLockClass } from '#platform/queue.ts';

/**
 * Jobs of a worker killed with -9 stay locked for four hours. Here a living process holds a session lock on the id of
 * its pool, which PostgreSQL drops when the process dies; these are the ids that hold jobs and have no such lock.
 */
async function silentWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid::bigint = ${workerLockClass}
        and objid::bigint = hashtext(locked_by)::bit(32)::bigint
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** At a start: frees the jobs of every worker that is not there now. */
export async function releaseDeadWorkers(db: Db, log: Log): Promise<void> {
  await release(db, await silentWorkers(db), log);
}

/**
 * While others work: the returned function, called every half minute, frees the jobs of workers that were not there at
 * two looks in a row. One that has lost its connection for a moment (a failover, a restart of the database) keeps its
 * jobs.
 */
export function watchForDeadWorkers(db: Db, log: Log): () => Promise<void> {
  let suspects: string[] = [];
  return async () => {
    const silent = await silentWorkers(db);
    await release(
      db,
      silent.filter((id) => suspects.includes(id)),
      log,
    );
    suspects = silent;
  };
}

/**
 * Frees what these pools still hold: they have ended, but the connection broke on which they took a job or reported it
 * as done.
 */
export async function releaseEndedPools(db: Db, ids: string[], log: Log): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct locked_by as id from graphile_worker.jobs where locked_by = any(${ids}::text[])`.execute(db);
  await release(
    db,
    rows.map(({ id }) => id),
    log,
  );
}

async function release(db: Db, ids: string[], log: Log): Promise<void> {
  if (ids.length === 0) return;
  await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db);
  log.warn({ workers: ids }, 'jobs of dead workers freed');
}

const askMs = 10_000;
const answerMs = 5_000;
const retryMs = 1_000;

/**
 * Holds the locks of all pools of workers created through `events` on a connection of its own; one that is lost, or
 * falls silent, is opened again and takes the locks again. Returns what ends it.
 */
export function holdWorkerLocks(url: string, events: WorkerEvents, log: Log): () => void {
  const ids = new Set<string>();
  let client: pg.Client | null = null;
  let isEnded = false;
  const lock = (on: pg.Client, id: string) =>
    on.query('select pg_advisory_lock($1, hashtext($2))', [workerLockClass, id]);
  const unlock = (on: pg.Client, id: string) =>
    on.query('select pg_advisory_unlock($1, hashtext($2))', [workerLockClass, id]);

  events.on('pool:create', ({ workerPool: { id } }) => {
    ids.add(id);
    if (client) lock(client, id).catch(() => {}); // the connection is lost: the next one takes it
  });
  events.on('pool:release', ({ workerPool: { id } }) => {
    ids.delete(id);
    if (client) unlock(client, id).catch(() => {});
  });

  async function live(): Promise<void> {
    while (!isEnded) {
      try {
        const next = await connectDatabase(url, { application_name: 'idd-shop worker lives', query_timeout: answerMs });
        client = next;
        for (const id of ids) await lock(next, id);
        while (!isEnded) {
          await sleep(askMs, undefined, { ref: false });
          await next.query('select');
        }
      } catch (error) {
        if (!isEnded) log.warn({ err: error }, 'the connection that says this worker lives is lost; opening another');
        void client?.end();
        client = null;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  void live();
  return () => {
    isEnded = true;
    void client?.end();
  };
}

/** Daily: the queue's own names of queues nobody uses, and jobs that have failed for good more than a month ago. */
export async function cleanUpJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'`.execute(db);
}
