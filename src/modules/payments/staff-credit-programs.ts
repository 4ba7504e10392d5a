import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { CreditProgram } from './credit-programs.ts';
import type { CreditProgramFields } from './save-credit-program.ts';

export const creditProgramStates = ['running', 'waiting', 'draft', 'ended'] as const;
export type CreditProgramState = (typeof creditProgramStates)[number];

/** A programme as staff see it. */
export type StaffCreditProgram = CreditProgram & {
  state: CreditProgramState;
  position: number;
  is_draft: boolean;
  starts_at: Date;
  ends_at: Date | null;
};

export type StaffCreditFilter = {
  state?: CreditProgramState[];
  /** Part of the partner's or the programme's name, or of its terms. */
  q?: string;
};

/** Programmes in the order in which the shop shows them. */
export async function listStaffCreditPrograms(
  db: Db,
  { state = [], q = '' }: StaffCreditFilter,
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ programs: StaffCreditProgram[]; count: number }> {
  const part = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`(${state.length === 0} or ${stateAt(now)} = any(${state}::text[]))
    and concat_ws(' ', partner, name, terms) ilike ${part}`;
  const [programs, counts] = await Promise.all([
    sql<StaffCreditProgram>`
      select ${columns(now)} from credit_programs where ${where}
      order by position, id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from credit_programs where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { programs: programs.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readStaffCreditProgram(
  db: Db,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffCreditProgram | null> {
  if (isLocked) await sql`select from credit_programs where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffCreditProgram>`
    select ${columns(now)} from credit_programs where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Fields of a programme as staff set them. */
export function fieldsOfCreditProgram(program: StaffCreditProgram): CreditProgramFields {
  const { id: _id, state: _state, starts_at, ends_at, ...fields } = program;
  return { ...fields, starts_at: starts_at.toISOString(), ends_at: ends_at?.toISOString() ?? null };
}

const stateAt = (now: Date) => sql`case when is_draft then 'draft' when ends_at <= ${now} then 'ended'
  when starts_at > ${now} then 'waiting' else 'running' end`;

const columns = (now: Date) => sql`
  id, ${stateAt(now)} as state, partner, name, min_sum_kopecks, max_sum_kopecks, months, rate_from, rate_to,
  full_cost_from, full_cost_to, documents, terms, is_example, position, is_draft, starts_at, ends_at`;
