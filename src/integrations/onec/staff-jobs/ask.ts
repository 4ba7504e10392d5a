import { sql } from 'kysely';
import type { AuditAuthor } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { ensure } from '#shared/ensure.ts';
import type { StaffJobKind } from './kinds.ts';

/** The job of the worker that does the work; src/jobs gives it its work. */
export const staffJobTask = 'run_onec_staff_job';
/** Faults that pass by themselves: the database restarts, the machine is short of memory. */
const mostAttempts = 4;

/** By which a job that waits is taken out of the queue. */
export function staffJobKey(id: number): string {
  return `${staffJobTask}_${id}`;
}

/**
 * Asks the worker for long work of the exchange; returns the number of the job, which `readStaffJob` tells about. The
 * same work that is not over yet is not begun twice. Call in a transaction.
 */
export async function askStaffJob(db: Db, kind: StaffJobKind, params: object, author: AuditAuthor): Promise<number> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    with asked as (
      insert into onec_staff_jobs (kind, params, author)
      values (${kind}, ${JSON.stringify(params)}::jsonb, ${JSON.stringify(author)}::jsonb)
      on conflict (kind, md5(params::text)) where finished_at is null do nothing
      returning id)
    select id, true as is_new from asked
    union all
    select id, false from onec_staff_jobs
    where kind = ${kind} and params = ${JSON.stringify(params)}::jsonb and finished_at is null
    limit 1`.execute(db);
  const { id, is_new } = ensure(rows[0]);
  // One after another: each of them waits for the imports as well.
  if (is_new)
    await enqueue(
      db,
      staffJobTask,
      { staff_job_id: id },
      { jobKey: staffJobKey(id), queueName: 'onec_staff_jobs', maxAttempts: mostAttempts },
    );
  return id;
}
