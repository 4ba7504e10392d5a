import { dayWords } from './calendar-days.ts';
import { daysLate, lateFor } from './deferral.ts';
import { formatPrice } from './money.ts';
import { countOf, plural } from './plurals.ts';
import { localTime } from './zoned-time.ts';

type Term = { last_day: string | null; zone: string };

/**
 * Invoices that wait for money, kopecks: the one to be paid first and the one behind it, null: there are no others.
 * Days are 'YYYY-MM-DD' by the clock of `zone`.
 */
export type Due<Invoice extends Term = Term> = {
  count: number;
  nearest: Invoice;
  next: Invoice | null;
  late: { count: number; sum: number } | null;
};

const isOneDay = ({ nearest, next }: Due) => next !== null && next.last_day === nearest.last_day;

/** Those that `dueWords` is about and that have room to be named: both of two that end on one day, else the nearest. */
export function dueFirst<Invoice extends Term>(due: Due<Invoice>): Invoice[] {
  return due.count === 2 && due.next && isOneDay(due) ? [due.nearest, due.next] : [due.nearest];
}

/**
 * Until when they are paid: «Оплатите до 2 декабря», of several «Первый — до 2 декабря», «Оба — до 2 декабря» or
 * «Ближайшие — до 2 декабря», and what is late as a debt is told: «Просрочен на 27 дней, срок был до 2 ноября». null:
 * no term runs.
 */
export function dueWords(due: Due, now = new Date()): { words: string; is_late: boolean } | null {
  const { count, late } = due;
  const { last_day, zone } = due.nearest;
  if (last_day === null) return null;
  const day = dayWords(last_day, localTime(now, zone).date.slice(0, 4));
  const days = daysLate(last_day, zone, now);
  if (days === 0 || late === null) {
    const which = !isOneDay(due) ? 'Первый' : count === 2 ? 'Оба' : 'Ближайшие';
    return { words: count === 1 ? `Оплатите до ${day}` : `${which} — до ${day}`, is_late: false };
  }
  const since = `${lateFor(days)}, срок был до ${day}`;
  if (late.count > 1) {
    const all = `${countOf(late.count, 'счёт', 'счёта', 'счетов')} на ${formatPrice(late.sum)}`;
    const late_words = plural(late.count, 'Просрочен', 'Просрочены', 'Просрочено');
    return { words: `${late_words} ${all}, первый — ${since}`, is_late: true };
  }
  const words = count === 1 ? `Просрочен ${since}` : `Счёт на ${formatPrice(late.sum)} просрочен ${since}`;
  return { words, is_late: true };
}
