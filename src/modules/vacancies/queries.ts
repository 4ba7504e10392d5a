import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { VacancyField, VacancySchedule } from './schema.ts';

export type VacancyRow = {
  id: number;
  title: string;
  department_id_1c: string;
  /** The branch whose host shows it: the department itself, or the branch of a pickup point. */
  branch_id_1c: string;
  field: VacancyField;
  schedule: VacancySchedule;
  salary_from_kopecks: number | null;
  salary_to_kopecks: number | null;
  is_salary_after_tax: boolean;
  published_at: Date;
};

export type Vacancy = VacancyRow & {
  duties: string;
  requirements: string;
  terms: string;
  valid_until: Date | null;
  /** Taken, or its term is over. */
  is_closed: boolean;
};

const columns = sql`v.id, v.title, v.department_id_1c, coalesce(d.branch_id_1c, d.id_1c) as branch_id_1c, v.field, v.schedule,
  v.salary_from_kopecks, v.salary_to_kopecks, v.is_salary_after_tax, v.published_at`;

/** Every post offered at this moment in all branches, newest first; there are dozens at most. */
export async function openVacancies(db: Db, now = new Date()): Promise<VacancyRow[]> {
  const { rows } = await sql<VacancyRow>`
    select ${columns} from vacancies v join departments d on d.id_1c = v.department_id_1c
    where not v.is_draft and v.closed_at is null and v.published_at <= ${now} and coalesce(v.valid_until > ${now}, true)
    order by v.published_at desc, v.id desc`.execute(db);
  return rows;
}

/** One post that was published, closed ones too; null: there is none. */
export async function findVacancy(db: Db, id: number, now = new Date()): Promise<Vacancy | null> {
  const { rows } = await sql<Vacancy>`
    select ${columns}, v.duties, v.requirements, v.terms, v.valid_until,
      v.closed_at is not null or coalesce(v.valid_until <= ${now}, false) as is_closed
    from vacancies v join departments d on d.id_1c = v.department_id_1c
    where v.id = ${id} and not v.is_draft and v.published_at <= ${now}`.execute(db);
  return rows[0] ?? null;
}
