import { closeVacancy, createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { Db } from '#platform/database.ts';
import { vacanciesAt } from './vacancies.ts';

/** Open posts of every branch. Stands on departments. */
export async function loadEditorial(db: Db, now: Date): Promise<void> {
  for (const { published_at, closed_at, ...vacancy } of vacanciesAt(now)) {
    const id = await createVacancy(db, vacancy, published_at);
    if (closed_at) await closeVacancy(db, id, closed_at);
  }
}
