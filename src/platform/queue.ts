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

/**
 * The same for a task that may wait until a worker looks by itself, each second. add_job wakes them with NOTIFY, and PostgreSQL lets only one
 * transaction at a time commit with a NOTIFY: orders would wait for each other's disk. Writes what graphile_worker.add_jobs writes (its version is fixed by package.json).
 */
export async function enqueuePatiently(db: Db, task: string, payload: Record<string, unknown>): Promise<void> {
  const [added] = await addQuietJob(db, [task, JSON.stringify(payload)]);
  // The first job of its kind: graphile_worker does not know the task yet.
  if (!added) await enqueue(db, task, payload);
}

const addQuietJob = preparedStatement<{ id: number }>(
  'add_quiet_job',
  `insert into graphile_worker._private_jobs (task_id, payload)
  select id, $2::json from graphile_worker._private_tasks where identifier = $1::text
  returning id`,
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

/** A job that is due and that no worker takes for this long will not be taken: a setting is missing, the outgoing is held, or no worker lives. */
const lateMs = 15 * 60_000;

/**
 * How many jobs are due for a quarter of an hour and no worker has taken them, and of which tasks: new ones, and those that failed and whose
 * next try is due. Jobs that are tried no more are not among them.
 */
export async function countWaitingJobs(db: Db, now = new Date()): Promise<{ count: number; tasks: string[] }> {
  const { rows } = await sql<{ count: number; tasks: string[] | null }>`
    select count(*)::int as count, array_agg(distinct task_identifier) as tasks from graphile_worker.jobs
    where attempts < max_attempts and locked_at is null and run_at < ${new Date(now.getTime() - lateMs)}`.execute(db);
  return { count: rows[0]?.count ?? 0, tasks: rows[0]?.tasks ?? [] };
}
