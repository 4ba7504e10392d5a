import { dayWords } from './calendar-days.ts';
import { clock, weekdayWordOf } from './work-time.ts';
import { isMidnight, lastMoment, localTime, nearDay } from './zoned-time.ts';

/**
 * A term as people say it, to stand behind «до»: «20:00 завтра, 30 ноября», «20:00 в пятницу, 4 декабря», «конца дня
 * сегодня, 29 ноября» for a midnight. By the clock of `zone`; the year is named when it is another than that of `now`.
 */
export function untilWords(moment: Date, zone: string, now = new Date()): string {
  const date = lastDay(moment, zone);
  return `${hourWords(moment, zone)} ${nearDayWords(date, zone, now)}`;
}

/**
 * The same where it may be read on another day, as on a page that a phone keeps: the weekday and the day alone, «20:00
 * в понедельник, 30 ноября».
 */
export function untilDayWords(moment: Date, zone: string, now = new Date()): string {
  const date = lastDay(moment, zone);
  return `${hourWords(moment, zone)} ${datedWords(weekdayWordOf(date), date, localTime(now, zone).date)}`;
}

/** The last day of a term, 'YYYY-MM-DD' by the clock of `zone`: what ends at midnight ends with the day before it. */
export const lastDay = (moment: Date, zone: string) => localTime(lastMoment(moment, zone), zone).date;

const hourWords = (moment: Date, zone: string) =>
  isMidnight(moment, zone) ? 'конца дня' : clock(localTime(moment, zone).minute);

/** A moment → the day alone, «27 ноября», of another year «27 ноября 2025», by the clock of `zone`. */
export function zonedDayWords(moment: Date, zone: string, now = new Date()): string {
  return dayWords(localTime(moment, zone).date, localTime(now, zone).date.slice(0, 4));
}

/** A moment → «28 ноября, 03:57», of another year «28 ноября 2025, 03:57», by the clock of `zone`. */
export function momentWords(moment: Date, zone: string, now = new Date()): string {
  return `${zonedDayWords(moment, zone, now)}, ${clock(localTime(moment, zone).minute)}`;
}

/** 'YYYY-MM-DD' → «сегодня, 29 ноября», «завтра, 30 ноября», «в пятницу, 4 декабря». */
export function nearDayWords(date: string, zone: string, now = new Date()): string {
  const today = localTime(now, zone).date;
  return datedWords(nearDay(date, today, weekdayWordOf), date, today);
}

function datedWords(near: string, date: string, today: string): string {
  return `${near.replace(' ', '\u00a0')}, ${dayWords(date, today.slice(0, 4))}`;
}
