import { sql } from 'kysely';
import { type Db, preparedStatement } from './database.ts';

export type EnqueueOptions = {
  /** Not before this moment. */
  runAt?: Date;
  /** A waiting job with the same key is replaced instead of doubled. */
  jobKey?: string;
  /** Jobs of one queue name run one after another. */
  queueName?: string;
  /** Attempts before the job counts as failed; the pauses grow, 25 is about three days. */
  maxAttempts?: number;
};

/**
 * Queues a task of src/jobs/tasks.ts. Given a transaction, the job exists exactly if that transaction commits.
 * The payload is ids, not copies; every job may run twice.
 */
export async function enqueue(
  db: Db,
  task: string,
  payload: Record<string, unknown> = {},
  { runAt, jobKey, queueName, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  await addJob(db, [
    task,
    JSON.stringify(payload),
    queueName ?? null,
    runAt ?? null,
    maxAttempts ?? null,
    jobKey ?? null,
  ]);
}

/** Takes out a job that nobody has begun; one that a worker is at is not tried again. Call with the change. */
export async function dequeue(db: Db, jobKey: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${jobKey}::text)`.execute(db);
}

/**
 * The same for a task that may wait a second, until a worker moves it to the queue (`queueDeferredJobs`). add_job wakes
 * workers with NOTIFY, and PostgreSQL lets only one transaction at a time commit with a NOTIFY: orders would wait for
 * each other's disk.
 */
export async function enqueueDeferred(db: Db, task: string, payload: Record<string, unknown>): Promise<void> {
  await addDeferred(db, [task, JSON.stringify(payload)]);
}

/** More than this wait for the next second. */
const mostAtOnce = 1_000;

/** Moves deferred jobs to the queue, the oldest first; several workers may do it at once. */
export async function queueDeferredJobs(db: Db): Promise<void> {
  await sql`
    with moved as (
      delete from deferred_jobs
      where id = any(array(select id from deferred_jobs order by id limit ${mostAtOnce} for update skip locked))
      returning id, task, payload
    )
    select graphile_worker.add_job(task, payload => payload::json) from (select * from moved order by id) as oldest
  `.execute(db);
}

const addDeferred = preparedStatement(
  'defer_job',
  'insert into deferred_jobs (task, payload) values ($1::text, $2::jsonb)',
);

const addJob = preparedStatement(
  'add_job',
  `select graphile_worker.add_job(
    $1::text,
    payload => $2::json,
    queue_name => $3::text,
    run_at => $4::timestamptz,
    max_attempts => $5::int,
    job_key => $6::text
  )`,
);

/**
 * A job that is due and that no worker takes for this long will not be taken: a setting is missing, the outgoing is
 * held, or no worker lives.
 */
const lateMs = 15 * 60_000;

/**
 * How many jobs are due for a quarter of an hour and no worker has taken them, and of which tasks: new ones, and those
 * that failed and whose next try is due. Jobs that are tried no more are not among them.
 */
export async function countWaitingJobs(db: Db, now = new Date()): Promise<{ count: number; tasks: string[] }> {
  if (!(await hasQueue(db))) return { count: 0, tasks: [] };
  const late = new Date(now.getTime() - lateMs);
  const { rows } = await sql<{ count: number; tasks: string[] | null }>`
    select count(*)::int as count, array_agg(distinct task) as tasks from (
      select task_identifier as task from graphile_worker.jobs
      where attempts < max_attempts and locked_at is null and run_at < ${late}
      union all select task from deferred_jobs where created_at < ${late}
    ) as late`.execute(db);
  return { count: rows[0]?.count ?? 0, tasks: rows[0]?.tasks ?? [] };
}

/** Jobs that failed as often as they may and are tried no more. */
export async function countFailedJobs(db: Db): Promise<number> {
  if (!(await hasQueue(db))) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs
    where attempts >= max_attempts and last_error is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

export type QueuedJob = {
  id: string;
  task: string;
  attempts: number;
  max_attempts: number;
  /** Why the last try failed; null: it was not tried. */
  last_error: string | null;
  created_at: Date;
  /** The next try is not before. */
  run_at: Date;
  /** A worker does it now. */
  is_running: boolean;
  /** It is tried no more. */
  has_failed: boolean;
};

/** Jobs of the queue, those that failed first, then by the time of their next try; at most `limit`. */
export async function listJobs(
  db: Db,
  { task, has_failed }: { task?: string; has_failed?: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ jobs: QueuedJob[]; count: number }> {
  if (!(await hasQueue(db))) return { jobs: [], count: 0 };
  const failed = sql<boolean>`(attempts >= max_attempts and last_error is not null)`;
  const where = sql`${task ? sql`task_identifier = ${task}` : sql`true`}
    and ${has_failed === undefined ? sql`true` : sql`${failed} = ${has_failed}`}`;
  const [jobs, counted] = await Promise.all([
    sql<QueuedJob>`
      select id::text as id, task_identifier as task, attempts::int as attempts, max_attempts::int as max_attempts, last_error,
        created_at, run_at, locked_at is not null as is_running, ${failed} as has_failed
      from graphile_worker.jobs where ${where}
      order by ${failed} desc, run_at, id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs where ${where}`.execute(db),
  ]);
  return { jobs: jobs.rows, count: counted.rows[0]?.count ?? 0 };
}

/**
 * Has a job that waits or failed tried again at once, as often as a new one. False: there is none, or it is done now.
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  if (!(await hasQueue(db))) return false;
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Two-key advisory locks of this class stand for the ids of pools of workers, by which jobs are locked. */
export const workerLockClass = 20_260;

/** Whether a worker of this shop lives: it holds such a lock for as long as its connection does. */
export async function hasLivingWorker(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid::bigint = ${workerLockClass}
        and database = (select oid from pg_database where datname = current_database())
    ) as exists`.execute(db);
  return rows[0]?.exists ?? false;
}

/** A worker makes the queue at its first start. */
async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as exists`.execute(db);
  return rows[0]?.exists ?? false;
}
