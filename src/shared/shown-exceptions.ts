import { clock, type HourExceptions } from './work-time.ts';
import { addDays } from './zoned-time.ts';

/** Holidays are told so many days ahead. */
const aheadDays = 60;
const dayMonth = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Days that differ from the week's hours, from today ('YYYY-MM-DD') on: «31 декабря — 08:30–16:00, короткий день». */
export function shownExceptions(exceptions: HourExceptions, today: string): { date: string; words: string }[] {
  const last = addDays(today, aheadDays);
  return exceptions
    .filter(({ date }) => date >= today && date <= last)
    .map(({ date, opens_minute, closes_minute, note }) => ({
      date: dayMonth.format(new Date(date)),
      words: `${
        opens_minute === null || closes_minute === null ? 'закрыто' : `${clock(opens_minute)}–${clock(closes_minute)}`
      }${note ? `, ${note}` : ''}`,
    }));
}
