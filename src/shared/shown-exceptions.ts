import { clock, type HourExceptions } from './work-time.ts';
import { addDays } from './zoned-time.ts';

/** Holidays are told so many days ahead. */
const aheadDays = 60;

/** Days that differ from the week's hours, from today ('YYYY-MM-DD') on: «31.12 — 08:30–16:00 (Сокращённый день)». */
export function shownExceptions(exceptions: HourExceptions, today: string): { date: string; words: string }[] {
  const last = addDays(today, aheadDays);
  return exceptions
    .filter(({ date }) => date >= today && date <= last)
    .map(({ date, opens_minute, closes_minute, note }) => ({
      date: `${date.slice(8, 10)}.${date.slice(5, 7)}`,
      words: `${
        opens_minute === null || closes_minute === null ? 'закрыто' : `${clock(opens_minute)}–${clock(closes_minute)}`
      }${note ? ` (${note})` : ''}`,
    }));
}
