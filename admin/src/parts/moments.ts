import { formatDateTime } from '#shared/dates.ts';

/** '2026-11-23T09:00:00Z' → «23.11 12:00», with the year when it is another than now: for narrow columns. */
export function shortMoment(moment: string, now = new Date()): string {
  const [date = '', time = ''] = formatDateTime(moment).split(' ');
  const [, , year] = date.split('.');
  const isThisYear = formatDateTime(now).slice(6, 10) === year;
  return `${isThisYear ? date.slice(0, 5) : date} ${time}`;
}

/** 'YYYY-MM-DD' → the moment it begins here, or the day so many days later. */
export function startOfDay(day: string, later = 0): string {
  const moment = new Date(`${day}T00:00:00`);
  moment.setDate(moment.getDate() + later);
  return moment.toISOString();
}
