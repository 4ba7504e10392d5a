import { originFrom } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { VacancyRow } from '#modules/vacancies/queries.ts';
import { vacancyFields, vacancySchedules } from '#modules/vacancies/schema.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { vacancyUrl } from '#shared/urls.ts';
import { salaryNote, salaryRange } from './salary.ts';
import type { ListedVacancy } from './vacancy-list.tsx';

/**
 * How lists show a post. Another branch's leads to that branch's host, where its people read the answers; null: its
 * department is gone.
 */
export function listVacancy(
  requestContext: RequestContext,
  mainDomain: string,
  departments: Department[],
  vacancy: VacancyRow,
): ListedVacancy | null {
  const department = departments.find(({ id_1c }) => id_1c === vacancy.department_id_1c);
  const branch = departments.find(({ id_1c }) => id_1c === vacancy.branch_id_1c);
  if (!department || !branch) return null;
  return {
    id: vacancy.id,
    url: originFrom(requestContext, branch, mainDomain) + vacancyUrl(vacancy.id),
    title: vacancy.title,
    salary: salaryRange(vacancy),
    salary_note: salaryNote(vacancy),
    field: vacancyFields[vacancy.field],
    schedule: vacancySchedules[vacancy.schedule],
    place: `${department.city}, ${department.address}`,
    published: zonedDayWords(vacancy.published_at, department.time_zone),
  };
}
