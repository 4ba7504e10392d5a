import { clock, type HourExceptions } from './work-time.ts';
import { addDays } from './zoned-time.ts';

/** Holidays are told so many days ahead. */
const aheadDays = 60;
const dayMonth = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/**
 * Days that differ from the week's hours, from today ('YYYY-MM-DD') on: «31 декабря — 08:30–16:00, короткий день». Days
 * in a row of which the same is said are one: «2–6 января».
 */
export function shownExceptions(exceptions: HourExceptions, today: string): { date: string; words: string }[] {
  const last = addDays(today, aheadDays);
  const rows: { from: string; to: string; words: string }[] = [];
  for (const { date, opens_minute, closes_minute, note } of exceptions) {
    if (date < today || date > last) continue;
    const hours =
      opens_minute === null || closes_minute === null ? 'закрыто' : `${clock(opens_minute)}–${clock(closes_minute)}`;
    const words = `${hours}${note ? `, ${note}` : ''}`;
    const before = rows.at(-1);
    if (before && before.words === words && addDays(before.to, 1) === date) before.to = date;
    else rows.push({ from: date, to: date, words });
  }
  return rows.map(({ from, to, words }) => ({ date: daysWords(from, to), words }));
}

/** «31 декабря», «2–6 января», «30 декабря – 2 января». */
function daysWords(from: string, to: string): string {
  const end = dayMonth.format(new Date(to));
  if (from === to) return end;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth ? `${Number(from.slice(8))}–${end}` : `${dayMonth.format(new Date(from))} – ${end}`;
}
