import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { RollbackResult } from '../changes/rollback.ts';
import type { ChangedGoods, StaffJobKind, StaffJobResult } from './kinds.ts';

export type StaffJob = {
  id: number;
  kind: StaffJobKind;
  state: 'waiting' | 'running' | 'done' | 'refused' | 'failed' | 'stopped';
  /** What is being done. */
  progress: string;
  /** Why nothing was done; null: it was, or will be. */
  reason: string | null;
  rollback: RollbackResult | null;
  goods: ChangedGoods | null;
  /** Who asked for it, by name. */
  who: string;
  created_at: Date;
  finished_at: Date | null;
  /** Of a rollback, or of the look before it. */
  package_id: number | null;
  /** What 1C calls the warehouse, group or property that goes elsewhere; null: it is none of these, or is gone. */
  about: string | null;
};

type Row = Omit<StaffJob, 'rollback' | 'goods'> & { result: StaffJobResult };

/** Jobs that `askStaffJob` made, those of these numbers that there are. */
export async function staffJobsOf(db: Db, ids: number[]): Promise<StaffJob[]> {
  const { rows } = await sql<Row>`
    select j.id, j.kind, j.state, j.progress, j.reason, j.result, j.created_at, j.finished_at,
      coalesce(j.author ->> 'who', '') as who, (j.params ->> 'package_id')::bigint as package_id,
      case j.kind
        when 'warehouse' then (select w.name from onec_warehouses w
          where w.id_1c = j.params ->> 'id' and w.node_id is not distinct from (j.params ->> 'node_id')::int)
        when 'group' then (select g.name from onec_groups g where g.id_1c = j.params ->> 'id')
        when 'property' then (select p.name from onec_properties p where p.id_1c = j.params ->> 'id')
      end as about
    from onec_staff_jobs j where j.id = any(${ids}::int[])`.execute(db);
  return rows.map(({ result, ...job }) => {
    const isRollback = result !== null && 'left' in result;
    return { ...job, rollback: isRollback ? result : null, goods: isRollback ? null : result };
  });
}

/** How far a job has come that `askStaffJob` made. */
export async function readStaffJob(db: Db, id: number): Promise<StaffJob | null> {
  return (await staffJobsOf(db, [id]))[0] ?? null;
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
