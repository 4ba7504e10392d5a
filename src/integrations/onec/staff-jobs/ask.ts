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

const staffJobKeyPrefix = `${staffJobTask}_`;

/** By which a job that waits is taken out of the queue. */
export function staffJobKey(id: number): string {
  return `${staffJobKeyPrefix}${id}`;
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
  if (is_new) await queueJob(db, id);
  return id;
}

function queueJob(db: Db, id: number): Promise<void> {
  const options = { jobKey: staffJobKey(id), queueName: 'onec_staff_jobs', maxAttempts: mostAttempts };
  return enqueue(db, staffJobTask, { staff_job_id: id }, options);
}

/** A moment in which the job is not seen yet, or not noted as over yet. */
const settlingMs = 120_000;

/**
 * Jobs that are not over and that no worker will take any more, for it was killed as often as a job is tried: they
 * begin again, with the same end. Returns how many there were.
 */
export async function reviveLostJobs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from onec_staff_jobs s
    where finished_at is null and created_at < ${new Date(now.getTime() - settlingMs)} and not exists (
      select from graphile_worker.jobs j
      where j.key = ${staffJobKeyPrefix}::text || s.id and (j.locked_at is not null or j.attempts < j.max_attempts))`.execute(
    db,
  );
  for (const { id } of rows) await queueJob(db, id);
  return rows.length;
}
