import type { Department } from '#modules/departments/queries.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { addDays, localTime, nearDay, weekdayOf } from '#shared/zoned-time.ts';

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
    dates.push({ date, words: choiceWords(date, local.date) });
  }
  return dates;
}

/** «Сегодня», «Завтра», «Ср, 26 ноября». */
export function choiceWords(date: string, today: string): string {
  return upperFirst(nearDay(date, today, (other) => weekdayAndDay(other, 'long')));
}

/** «Сегодня», «Завтра», «Ср, 2 дек.»: as short as a row of days allows. */
export function shortChoiceWords(date: string, today: string): string {
  return upperFirst(nearDay(date, today, (other) => unbroken(weekdayAndDay(other, 'short'))));
}

function weekdayAndDay(date: string, month: 'long' | 'short'): string {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month });
  return format.format(new Date(`${date}T00:00:00Z`));
}

function closingMinute({ hours, hour_exceptions }: Hours, date: string): number | null {
  const exception = hour_exceptions.find((other) => other.date === date);
  if (exception) return exception.closes_minute;
  return hours.find(({ weekday }) => weekday === weekdayOf(date))?.closes_minute ?? null;
}
