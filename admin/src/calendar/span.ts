import { useSearchParams } from 'react-router';
import { daysBetween } from '#shared/calendar-days.ts';
import { addDays, localTime, momentOf } from '#shared/zoned-time.ts';

/** Days of the calendar are those of Moscow's clock, as everywhere in the back office. */
const zone = 'Europe/Moscow';

export const spans = [
  { key: 'month', label: 'Месяц', months: 1 },
  { key: 'quarter', label: 'Три месяца', months: 3 },
  { key: 'year', label: 'Год', months: 12 },
] as const;

type SpanKey = (typeof spans)[number]['key'];

export type Span = {
  key: SpanKey;
  /** The first day, and the one after the last: 'YYYY-MM-DD'. */
  from: string;
  to: string;
};

export function today(now = new Date()): string {
  return localTime(now, zone).date;
}

/** The first day of the month that is so many months after the day's own. */
export function monthOf(day: string, later = 0): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + later);
  return date.toISOString().slice(0, 10);
}

/** The span that the address names; three months from this one when it names none. */
export function useSpan(): { span: Span; setSpan: (key: SpanKey, from: string) => void; move: (by: 1 | -1) => void } {
  const [search, setSearch] = useSearchParams();
  const kind = spans.find(({ key }) => key === search.get('span')) ?? spans[1];
  const asked = search.get('from') ?? '';
  const isDay = /^20[2-9]\d-(0[1-9]|1[0-2])-01$/.test(asked);
  const from = isDay ? asked : monthOf(today());

  function setSpan(key: SpanKey, first: string) {
    const next = new URLSearchParams(window.location.search);
    next.set('span', key);
    next.set('from', first);
    setSearch(next);
  }

  return {
    span: { key: kind.key, from, to: monthOf(from, kind.months) },
    setSpan,
    move: (by) => setSpan(kind.key, monthOf(from, by * kind.months)),
  };
}

/** 'YYYY-MM-DD' → the moment it begins, as a number. */
function startOf(day: string): number {
  return momentOf(day, 0, zone).getTime();
}

/** How many days are shown. */
export function daysIn({ from, to }: Span): number {
  return daysBetween(from, to);
}

/** How far within the span a moment is, 0 to 1; beyond it the nearer end. */
export function placeIn({ from, to }: Span, moment: number): number {
  const [begin, end] = [startOf(from), startOf(to)];
  return Math.min(1, Math.max(0, (moment - begin) / (end - begin)));
}

const months = ['Январь', 'Февраль', 'Март', 'Апрель', 'Май', 'Июнь', 'Июль', 'Август', 'Сентябрь', 'Октябрь'];
const monthNames = [...months, 'Ноябрь', 'Декабрь'];

/** Names of the months of a span with where each begins; the first and every January with the year. */
export function monthsIn(span: Span): { day: string; label: string; at: number }[] {
  const found = [];
  for (let day = span.from; day < span.to; day = monthOf(day, 1)) {
    const month = Number(day.slice(5, 7));
    const isNamed = day === span.from || month === 1;
    const label = `${monthNames[month - 1]}${isNamed ? ` ${day.slice(0, 4)}` : ''}`;
    found.push({ day, label, at: placeIn(span, startOf(day)) });
  }
  return found;
}

/** Mondays of a span, while they are not too many to be read. */
export function weeksIn(span: Span): { day: string; at: number }[] {
  if (span.key === 'year') return [];
  return Array.from({ length: daysIn(span) }, (_, later) => addDays(span.from, later))
    .filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1)
    .map((day) => ({ day, at: placeIn(span, startOf(day)) }));
}
