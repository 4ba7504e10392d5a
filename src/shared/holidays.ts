import { addDays } from './zoned-time.ts';

/** Holidays on which nobody has to work: the Labour Code of Russia, article 112. By month and day. */
const holidays: readonly [first: string, last: string, name: string][] = [
  ['01-01', '01-06', 'Новогодние каникулы'],
  ['01-07', '01-07', 'Рождество Христово'],
  ['01-08', '01-08', 'Новогодние каникулы'],
  ['02-23', '02-23', 'День защитника Отечества'],
  ['03-08', '03-08', 'Международный женский день'],
  ['05-01', '05-01', 'Праздник Весны и Труда'],
  ['05-09', '05-09', 'День Победы'],
  ['06-12', '06-12', 'День России'],
  ['11-04', '11-04', 'День народного единства'],
];

/**
 * Every holiday from `from` ('YYYY-MM-DD') on, so many days ahead. Days off that the government moves from a weekend
 * are set each year and are not among them.
 */
export function holidaysFrom(from: string, days: number): { date: string; name: string }[] {
  return Array.from({ length: days }, (_, ahead) => addDays(from, ahead)).flatMap((date) => {
    const day = date.slice(5);
    const holiday = holidays.find(([first, last]) => day >= first && day <= last);
    return holiday ? [{ date, name: holiday[2] }] : [];
  });
}
