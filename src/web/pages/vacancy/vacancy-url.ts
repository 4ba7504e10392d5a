import { type VacancyField, type VacancySchedule, vacancyFields, vacancySchedules } from '#modules/vacancies/schema.ts';
import { vacanciesUrl } from '#shared/urls.ts';

/** What the address asks for. `city`: a branch's label, 'all', or null for the branch whose host it is. */
export type VacancyQuery = { city: string | null; field: VacancyField | null; schedule: VacancySchedule | null };

/** Unknown values are as if they were not there; `isPlain`: nothing at all was asked, so the page may be indexed. */
export function readVacancyQuery(params: URLSearchParams): VacancyQuery & { isPlain: boolean } {
  const field = params.get('field');
  const schedule = params.get('schedule');
  return {
    city: params.get('city') || null,
    field: field && Object.hasOwn(vacancyFields, field) ? (field as VacancyField) : null,
    schedule: schedule && Object.hasOwn(vacancySchedules, schedule) ? (schedule as VacancySchedule) : null,
    isPlain: [...params].length === 0,
  };
}

export function vacancyListUrl({ city, field, schedule }: VacancyQuery): string {
  const params = new URLSearchParams();
  if (city) params.set('city', city);
  if (field) params.set('field', field);
  if (schedule) params.set('schedule', schedule);
  const query = params.toString();
  return query ? `${vacanciesUrl()}?${query}` : vacanciesUrl();
}
