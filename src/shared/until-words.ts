import { dayWords } from './calendar-days.ts';
import { clock, weekdayWords } from './work-time.ts';
import { addDays, isMidnight, lastMoment, localTime, weekdayOf } from './zoned-time.ts';

/**
 * A term as people say it, to stand behind «до»: «20:00 завтра, 30 ноября», «20:00 в пятницу, 4 декабря», «конца дня
 * сегодня, 29 ноября» for a midnight. By the clock of `zone`; the year is named when it is another than that of `now`.
 */
export function untilWords(moment: Date, zone: string, now = new Date()): string {
  const { date, minute } = localTime(lastMoment(moment, zone), zone);
  return `${isMidnight(moment, zone) ? 'конца дня' : clock(minute)} ${nearDayWords(date, zone, now)}`;
}

/** 'YYYY-MM-DD' → «сегодня, 29 ноября», «завтра, 30 ноября», «в пятницу, 4 декабря». */
export function nearDayWords(date: string, zone: string, now = new Date()): string {
  const today = localTime(now, zone).date;
  const near = date === today ? 'сегодня' : date === addDays(today, 1) ? 'завтра' : weekdayWords[weekdayOf(date)];
  return `${near?.replace(' ', '\u00a0')}, ${dayWords(date, today.slice(0, 4))}`;
}
