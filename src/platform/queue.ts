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
