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

type DatedTable = { table: 'banners' | 'wobblers'; columns: RawBuilder<unknown> };

/** Rows `r` of the table that pass `where`, one page of them, and how many there are, counted to `count_to`. */
export async function listDated<Row>(
  db: Db,
  { table, columns }: DatedTable,
  { conditions, order }: { conditions: RawBuilder<unknown>[]; order: RawBuilder<unknown> },
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
): Promise<{ rows: Row[]; count: number }> {
  const from = sql`from ${sql.table(table)} r`;
  const where = sql.join(conditions, sql` and `);
  const [{ rows }, counts] = await Promise.all([
    sql<Row>`
      select ${columns} ${from} left join departments d on d.id_1c = r.department_id_1c
      where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select ${from} where ${where} limit ${count_to + 1}) counted`.execute(db),
  ]);
  return { rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readDated<Row>(
  db: Db,
  { table, columns }: DatedTable,
  branches: string[] | null,
  id: number,
  isLocked: boolean,
): Promise<Row | null> {
  const from = sql`from ${sql.table(table)} r`;
  if (isLocked) await sql`select ${from} where r.id = ${id} for update`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} ${from} left join departments d on d.id_1c = r.department_id_1c
    where r.id = ${id} and ${commonOrInBranches('r', branches)}`.execute(db);
  return rows[0] ?? null;
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
