import { addDays } from './zoned-time.ts';

/** What stays as it was when a plan is copied to a later year: days of the week, or dates. */
export const planKeeps = ['weekdays', 'dates'] as const;
export type PlanShift = { years: number; keeps: (typeof planKeeps)[number] };

const weekDays = 7;
const yearWeeks = 52;

/**
 * The day ('YYYY-MM-DD') so many years later: by whole weeks, 52 for a year, so that a Saturday stays a Saturday, or
 * under the same date, 29 February becoming 28.
 */
export function shiftedDay(date: string, { years, keeps }: PlanShift): string {
  if (keeps === 'weekdays') return addDays(date, years * yearWeeks * weekDays);
  const [year = '', month = '', day = ''] = date.split('-');
  const shifted = Number(year) + years;
  const isLeapDay = month === '02' && day === '29' && shifted % 4 !== 0;
  return `${shifted}-${month}-${isLeapDay ? '28' : day}`;
}
