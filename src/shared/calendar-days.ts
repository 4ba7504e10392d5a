import { addDays, localTime, momentOf } from './zoned-time.ts';

/** ISO with zone; null: no bound on that side. */
export type Dates = { starts_at: string | null; ends_at: string | null };

/** What of a bar is dragged: all of it, or one of its edges. */
export type Part = 'whole' | 'start' | 'end';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A moment so many days later, at the same time of the day by the clock of the zone. */
export function daysLater(moment: string, days: number, zone: string): string {
  const date = new Date(moment);
  const { date: day, minute } = localTime(date, zone);
  const later = momentOf(addDays(day, days), minute, zone).getTime();
  return new Date(later + (date.getTime() % minuteMs)).toISOString();
}

/** The dates when a part is dragged by so many days. An edge stops before it reaches the other one. */
export function movedBy(dates: Dates, part: Part, days: number, zone: string): Dates {
  for (let left = days; left !== 0; left -= Math.sign(left)) {
    const moved = {
      starts_at: dates.starts_at && part !== 'end' ? daysLater(dates.starts_at, left, zone) : dates.starts_at,
      ends_at: dates.ends_at && part !== 'start' ? daysLater(dates.ends_at, left, zone) : dates.ends_at,
    };
    if (isInOrder(moved)) return moved;
  }
  return dates;
}

/** Whether the end is after the beginning. */
export function isInOrder({ starts_at, ends_at }: Dates): boolean {
  return starts_at === null || ends_at === null || Date.parse(starts_at) < Date.parse(ends_at);
}

/** Its first and its last day, 'YYYY-MM-DD' by the clock of the zone: what ends at midnight ends the day before. */
export function daysOf({ starts_at, ends_at }: Dates, zone: string): { first: string | null; last: string | null } {
  return {
    first: starts_at && localTime(new Date(starts_at), zone).date,
    last: ends_at && localTime(new Date(Date.parse(ends_at) - 1), zone).date,
  };
}

/** The dates with this first and last day, at the times of the day they have. A bound that is not there stays so. */
export function withDays(dates: Dates, { first, last }: { first: string; last: string }, zone: string): Dates {
  const days = daysOf(dates, zone);
  return {
    starts_at: dates.starts_at && days.first && daysLater(dates.starts_at, daysBetween(days.first, first), zone),
    ends_at: dates.ends_at && days.last && daysLater(dates.ends_at, daysBetween(days.last, last), zone),
  };
}

/** How many days later the other day is. */
export function daysBetween(day: string, other: string): number {
  return Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / dayMs);
}

const dayMonth = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/**
 * «1–14 декабря», «28 ноября — 3 декабря», «с 1 декабря», «по 14 декабря»; with the year when it is another than now.
 * `isMoment`: it has no end.
 */
export function daysWords(dates: Dates, zone: string, isMoment: boolean, now = new Date()): string {
  const { first, last } = daysOf(dates, zone);
  const thisYear = localTime(now, zone).date.slice(0, 4);
  if (first === null || last === null) {
    const words = dayWords(first ?? last ?? '', thisYear);
    return isMoment ? words : `${first === null ? 'по' : 'с'}\u00a0${words}`;
  }
  if (first === last) return dayWords(last, thisYear);
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${dayWords(last, thisYear)}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${dayWords(first, isOneYear ? first.slice(0, 4) : '')} — ${dayWords(last, isOneYear ? thisYear : '')}`;
}

/** 'YYYY-MM-DD' → «4 декабря»; the year is left out when it is `usualYear` ('YYYY'). */
export function dayWords(day: string, usualYear: string): string {
  const words = dayMonth.format(new Date(`${day}T00:00:00Z`)).replace(' ', '\u00a0');
  const year = day.slice(0, 4);
  return year === usualYear ? words : `${words}\u00a0${year}`;
}
