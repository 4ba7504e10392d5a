import type { Db } from '#platform/database.ts';
import type { RollbackResult } from '../changes/rollback.ts';
import type { ChangedGoods, StaffJobKind, StaffJobResult } from './kinds.ts';

export type StaffJob = {
  id: number;
  kind: StaffJobKind;
  state: 'waiting' | 'running' | 'done' | 'refused' | 'failed';
  /** What is being done. */
  progress: string;
  /** Why nothing was done; null: it was, or will be. */
  reason: string | null;
  rollback: RollbackResult | null;
  goods: ChangedGoods | null;
};

const read = ['id', 'kind', 'state', 'progress', 'reason', 'result'] as const;

/** How far a job has come that `askStaffJob` made. */
export async function readStaffJob(db: Db, id: number): Promise<StaffJob | null> {
  const row = await db.selectFrom('onec_staff_jobs').select(read).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { result, ...job } = row as Omit<StaffJob, 'rollback' | 'goods'> & { result: StaffJobResult };
  const isRollback = result !== null && 'left' in result;
  return { ...job, rollback: isRollback ? result : null, goods: isRollback ? null : result };
}

/** The mapping that is being changed now, so that a screen opened meanwhile says so. */
export async function unfinishedMapping(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('onec_staff_jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .where('kind', 'not in', ['rollback', 'rollback_preview'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What came of work is remembered as long as what packages changed. */
export async function forgetStaffJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('onec_staff_jobs').where('finished_at', '<', before).execute();
}
