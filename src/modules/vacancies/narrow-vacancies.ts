import { keysOf } from '#shared/keys-of.ts';
import type { VacancyRow } from './queries.ts';
import { type VacancyField, type VacancySchedule, vacancyFields, vacancySchedules } from './schema.ts';

/** What a visitor chose; null: all. The branch is an id_1c. */
export type VacancyChoice = { branch: string | null; field: VacancyField | null; schedule: VacancySchedule | null };

export type Counted<Key extends string> = { key: Key; count: number };

export type NarrowedVacancies = {
  items: VacancyRow[];
  /** How many posts each value would show while the other two choices stand; values without any are there with 0. */
  branches: Counted<string>[];
  fields: Counted<VacancyField>[];
  schedules: Counted<VacancySchedule>[];
  /** The same with no choice in that group. */
  all: { branch: number; field: number; schedule: number };
};

/**
 * The posts of this choice, with counts that ignore their own group's choice and obey the others. `branches`: in the
 * order to show.
 */
export function narrowVacancies(vacancies: VacancyRow[], choice: VacancyChoice, branches: string[]): NarrowedVacancies {
  const fits = (vacancy: VacancyRow, ignored: keyof VacancyChoice | null) =>
    (ignored === 'branch' || choice.branch === null || vacancy.branch_id_1c === choice.branch) &&
    (ignored === 'field' || choice.field === null || vacancy.field === choice.field) &&
    (ignored === 'schedule' || choice.schedule === null || vacancy.schedule === choice.schedule);
  const without = {
    branch: vacancies.filter((vacancy) => fits(vacancy, 'branch')),
    field: vacancies.filter((vacancy) => fits(vacancy, 'field')),
    schedule: vacancies.filter((vacancy) => fits(vacancy, 'schedule')),
  };
  const used = new Set(vacancies.map((vacancy) => vacancy.branch_id_1c));
  return {
    items: vacancies.filter((vacancy) => fits(vacancy, null)),
    branches: branches
      .filter((key) => used.has(key) || key === choice.branch)
      .map((key) => ({ key, count: without.branch.filter((vacancy) => vacancy.branch_id_1c === key).length })),
    fields: keysOf(vacancyFields).map((key) => ({
      key,
      count: without.field.filter((vacancy) => vacancy.field === key).length,
    })),
    schedules: keysOf(vacancySchedules).map((key) => ({
      key,
      count: without.schedule.filter((vacancy) => vacancy.schedule === key).length,
    })),
    all: { branch: without.branch.length, field: without.field.length, schedule: without.schedule.length },
  };
}
