import { dayWords } from './calendar-days.ts';
import { daysLate, lateFor } from './deferral.ts';
import { formatPrice } from './money.ts';
import { countOf, plural } from './plurals.ts';
import { localTime } from './zoned-time.ts';

type Term = { last_day: string | null; zone: string };

/**
 * Invoices that wait for money, kopecks. `first`: those to be paid first, by term. Days are 'YYYY-MM-DD' by the clock
 * of `zone`.
 */
export type Due = {
  count: number;
  sum: number;
  first: [Term, ...Term[]];
  late: { count: number; sum: number } | null;
};

const isOneDay = ({ first: [nearest, next] }: Due) => next?.last_day === nearest.last_day;

/** «3 счёта на 44 122 ₽». */
export function invoicesWords({ count, sum }: { count: number; sum: number }): string {
  return `${countOf(count, 'счёт', 'счёта', 'счетов')} на\u00a0${formatPrice(sum)}`;
}

/** Of one of them in a row: «до 2 декабря», «просрочен на 27 дней»; null: no term runs. */
export function termWords({ last_day, zone, is_late }: Term & { is_late: boolean }, now = new Date()): string | null {
  if (last_day === null) return null;
  if (is_late) return `просрочен ${lateFor(daysLate(last_day, zone, now))}`;
  return `до\u00a0${dayWords(last_day, localTime(now, zone).date.slice(0, 4))}`;
}

/**
 * Until when they are paid: «Оплатите до 2 декабря», of several «Первый — до 2 декабря», «Оба — до 2 декабря» or
 * «Ближайший срок — 2 декабря», and what is late as a debt is told: «Просрочен на 27 дней, срок был до 2 ноября».
 * null: no term runs.
 */
export function dueWords(due: Due, now = new Date()): { words: string; is_late: boolean } | null {
  const { count, late } = due;
  const { last_day, zone } = due.first[0];
  if (last_day === null) return null;
  const day = dayWords(last_day, localTime(now, zone).date.slice(0, 4));
  const days = daysLate(last_day, zone, now);
  if (days === 0 || late === null) {
    if (count === 1) return { words: `Оплатите до ${day}`, is_late: false };
    if (count > 2 && isOneDay(due)) return { words: `Ближайший срок — ${day}`, is_late: false };
    return { words: `${isOneDay(due) ? 'Оба' : 'Первый'} — до ${day}`, is_late: false };
  }
  const since = `${lateFor(days)}, срок был до ${day}`;
  if (late.count > 1) {
    const late_words = plural(late.count, 'Просрочен', 'Просрочены', 'Просрочено');
    return { words: `${late_words} ${invoicesWords(late)}, первый — ${since}`, is_late: true };
  }
  const words = count === 1 ? `Просрочен ${since}` : `Счёт на ${formatPrice(late.sum)} просрочен ${since}`;
  return { words, is_late: true };
}
