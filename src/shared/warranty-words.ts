import { countOf } from './plurals.ts';

/** «3 года», «18 месяцев». */
export function warrantyTerm(months: number): string {
  return months % 12 === 0 ? countOf(months / 12, 'год', 'года', 'лет') : countOf(months, 'месяц', 'месяца', 'месяцев');
}
