import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { Refusal } from '#platform/refusal.ts';

export const datedStates = ['running', 'waiting', 'draft', 'ended'] as const;
/** Of what is shown from … to …; a draft is shown to nobody, whatever its dates. */
export type DatedState = (typeof datedStates)[number];

export type StaffDatedFilter = {
  state?: DatedState[];
  /** Of one branch, or of all. */
  reach?: ('branch' | 'common')[];
  /** Part of its words. */
  q?: string;
};

/** The state of a row `r`, as SQL. */
export const datedStateAt = (now: Date) => sql`case when r.is_draft then 'draft' when r.ends_at <= ${now} then 'ended'
  when r.starts_at > ${now} then 'waiting' else 'running' end`;

/** What rows `r` must be to pass the filter; `words`: the columns that are searched, as one text. */
export function datedConditions(
  branches: string[] | null,
  { state, reach, q }: StaffDatedFilter,
  words: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [commonOrInBranches('r', branches)];
  if (state?.length) conditions.push(sql`${datedStateAt(now)} = any(${state}::text[])`);
  if (reach?.length === 1) conditions.push(sql`(r.department_id_1c is null) = ${reach[0] === 'common'}`);
  const part = q?.trim().replace(/[\\%_]/g, '\\$&');
  if (part) conditions.push(sql`${words} ilike ${`%${part}%`}`);
  return conditions;
}

/** Throws bad_input for a branch that the shop has not. */
export async function refuseUnknownBranch(db: Db, department_id_1c: string | null | undefined): Promise<void> {
  if (department_id_1c === null || department_id_1c === undefined) return;
  const { rows } = await sql`
    select id_1c from departments where id_1c = ${department_id_1c} and branch_id_1c is null`.execute(db);
  if (rows.length === 0) throw new Refusal('bad_input', { fields: { department_id_1c: 'Такого филиала нет' } });
}

/** Moments of the fields as the rows have them. */
export function datesOf({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) {
  return {
    starts_at: starts_at === null ? null : new Date(starts_at),
    ends_at: ends_at === null ? null : new Date(ends_at),
  };
}
