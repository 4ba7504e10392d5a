import { clock, type HourExceptions } from './work-time.ts';
import { addDays } from './zoned-time.ts';

/** Holidays are told so many days ahead. */
const aheadDays = 60;
const dayMonth = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const inWords = new Intl.ListFormat('ru-RU');

/**
 * Days that differ from the week's hours, from today ('YYYY-MM-DD') on: «31 декабря — 08:30–16:00, короткий день».
 * Named days in a row with equal hours are one, with all their names: «2–8 января — 11:00–17:00, каникулы и Рождество».
 */
export function shownExceptions(exceptions: HourExceptions, today: string): { date: string; words: string }[] {
  const last = addDays(today, aheadDays);
  const rows: { from: string; to: string; hours: string; notes: Set<string> }[] = [];
  for (const { date, opens_minute, closes_minute, note } of exceptions) {
    if (date < today || date > last) continue;
    const hours =
      opens_minute === null || closes_minute === null ? 'закрыто' : `${clock(opens_minute)}–${clock(closes_minute)}`;
    const before = rows.at(-1);
    const goesOn = before?.hours === hours && addDays(before.to, 1) === date;
    // A day without a name is not called by that of its neighbour.
    if (before && goesOn && before.notes.size > 0 === Boolean(note)) {
      before.to = date;
      if (note) before.notes.add(note);
    } else rows.push({ from: date, to: date, hours, notes: new Set(note ? [note] : []) });
  }
  return rows.map(({ from, to, hours, notes }) => ({
    date: daysWords(from, to),
    words: [hours, inWords.format(notes)].filter(Boolean).join(', '),
  }));
}

/** «31 декабря», «2–6 января», «30 декабря — 2 января». */
function daysWords(from: string, to: string): string {
  const end = dayMonth.format(new Date(to));
  if (from === to) return end;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth ? `${Number(from.slice(8))}–${end}` : `${dayMonth.format(new Date(from))} — ${end}`;
}
