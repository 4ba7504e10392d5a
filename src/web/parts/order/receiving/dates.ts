import type { Department } from '#modules/departments/queries.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { addDays, localTime, weekdayOf } from '#shared/zoned-time.ts';

/** A day to choose: 'YYYY-MM-DD' and «Сегодня», «Завтра», «Ср, 26 ноября». */
export type DateChoice = { date: string; words: string };

type Hours = Pick<Department, 'hours' | 'hour_exceptions' | 'time_zone'>;

export const offeredDates = 5;
const lookAhead = 21;

/**
 * Days on which the point is open, by its own clock: from today when everything lies there and it is still open, else
 * from tomorrow.
 */
export function pickupDates(point: Hours, isToday: boolean, now: Date): DateChoice[] {
  const local = localTime(now, point.time_zone);
  const dates: DateChoice[] = [];
  for (let days = isToday ? 0 : 1; days <= lookAhead && dates.length < offeredDates; days++) {
    const date = addDays(local.date, days);
    const closes = closingMinute(point, date);
    if (closes === null || (days === 0 && local.minute >= closes)) continue;
    dates.push({ date, words: nearDayWords(date, days) });
  }
  return dates;
}

/** «Сегодня», «Завтра», «Ср, 26 ноября». */
export function nearDayWords(date: string, daysFromToday: number): string {
  if (daysFromToday === 0) return 'Сегодня';
  if (daysFromToday === 1) return 'Завтра';
  const words = new Intl.DateTimeFormat('ru-RU', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${date}T00:00:00Z`));
  return upperFirst(words);
}

/** «Сегодня», «Завтра», «Ср, 2 дек.»: as short as a row of days allows. */
export function shortDayWords(date: string, daysFromToday: number): string {
  if (daysFromToday < 2) return nearDayWords(date, daysFromToday);
  const words = new Intl.DateTimeFormat('ru-RU', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(new Date(`${date}T00:00:00Z`));
  return unbroken(upperFirst(words));
}

/** '2026-12-04' → «4 декабря». */
export function dayAndMonth(date: string): string {
  return new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', day: 'numeric', month: 'long' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(' ', '\u00a0');
}

function closingMinute({ hours, hour_exceptions }: Hours, date: string): number | null {
  const exception = hour_exceptions.find((other) => other.date === date);
  if (exception) return exception.closes_minute;
  return hours.find(({ weekday }) => weekday === weekdayOf(date))?.closes_minute ?? null;
}
