import { sql } from 'kysely';
import type { Db } from './database.ts';

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
  await sql`
    select graphile_worker.add_job(
      ${task}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${queueName ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int,
      job_key => ${jobKey ?? null}::text
    )`.execute(db);
}
