import type { Department } from '#modules/departments/queries.ts';
import { openHoursOn } from '#modules/orders/receiving-times.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { addDays, localTime, nearDay } from '#shared/zoned-time.ts';

/** A day to choose: 'YYYY-MM-DD' and «Сегодня», «Завтра», «Ср, 26 ноября». */
export type DateChoice = { date: string; words: string };

type Hours = Pick<Department, 'hours' | 'hour_exceptions' | 'time_zone'>;

export const offeredDates = 5;
const lookAhead = 21;

/**
 * Days on which the point is open, from the one on which the goods are ready there; none when that is unknown.
 */
export function pickupDates(point: Hours, first: string | undefined, now: Date): DateChoice[] {
  const today = localTime(now, point.time_zone).date;
  const dates: DateChoice[] = [];
  for (let days = 0; first && days <= lookAhead && dates.length < offeredDates; days++) {
    const date = addDays(first, days);
    if (openHoursOn(point, date)) dates.push({ date, words: choiceWords(date, today) });
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
