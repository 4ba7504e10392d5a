import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { VacancyField, VacancySchedule } from './schema.ts';

/** `coming`: published for a day to come; `closed`: taken, or its term is over. */
export const vacancyStates = ['draft', 'coming', 'shown', 'closed'] as const;
export type VacancyState = (typeof vacancyStates)[number];

/** A post as staff see it. */
export type StaffVacancy = {
  id: number;
  title: string;
  department_id_1c: string;
  /** The branch whose host shows it. */
  branch_id_1c: string;
  department_name: string;
  field: VacancyField;
  schedule: VacancySchedule;
  salary_from_kopecks: number | null;
  salary_to_kopecks: number | null;
  is_salary_after_tax: boolean;
  duties: string;
  requirements: string;
  terms: string;
  published_at: Date;
  valid_until: Date | null;
  closed_at: Date | null;
  is_draft: boolean;
  changed_at: Date;
};

export function vacancyState(
  { is_draft, closed_at, valid_until, published_at }: StaffVacancy,
  now: Date,
): VacancyState {
  if (is_draft) return 'draft';
  if (closed_at || (valid_until && valid_until <= now)) return 'closed';
  return published_at > now ? 'coming' : 'shown';
}

/**
 * Posts of these branches (null: of all), the last changed first; there are dozens at most. `id`: that one alone;
 * `isLocked`: it is held until the end of the transaction.
 */
export async function listStaffVacancies(
  db: Db,
  { branches, id = null, isLocked = false }: { branches: string[] | null; id?: number | null; isLocked?: boolean },
): Promise<StaffVacancy[]> {
  if (isLocked) await sql`select from vacancies where id = ${id}::int for update`.execute(db);
  const { rows } = await sql<StaffVacancy>`
    select v.id, v.title, v.department_id_1c, coalesce(d.branch_id_1c, d.id_1c) as branch_id_1c, d.name_for_site as department_name,
      v.field, v.schedule, v.salary_from_kopecks, v.salary_to_kopecks, v.is_salary_after_tax, v.duties, v.requirements, v.terms,
      v.published_at, v.valid_until, v.closed_at, v.is_draft, v.changed_at
    from vacancies v join departments d on d.id_1c = v.department_id_1c
    where (${branches}::text[] is null or coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[]))
      and coalesce(v.id = ${id}::int, true)
    order by v.changed_at desc, v.id desc limit 2000`.execute(db);
  return rows;
}
