import { localTime, momentOf } from '#shared/zoned-time.ts';

const zone = 'Europe/Moscow';

/** The same day and minute by the clock of Moscow so many years later; 29 February becomes 28. */
export function shiftedYears(moment: Date, years: number): Date {
  const { date, minute } = localTime(moment, zone);
  const [year = '', month = '', day = ''] = date.split('-');
  const shifted = String(Number(year) + years);
  const isLeapDay = month === '02' && day === '29' && Number(shifted) % 4 !== 0;
  return momentOf(`${shifted}-${month}-${isLeapDay ? '28' : day}`, minute, zone);
}
