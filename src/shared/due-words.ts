import { dayWords } from './calendar-days.ts';
import { daysLate, lateFor } from './deferral.ts';
import { formatPrice } from './money.ts';
import { countOf } from './plurals.ts';
import { localTime } from './zoned-time.ts';

/** Invoices that wait for money, kopecks; days are 'YYYY-MM-DD' by the clock of `zone`. */
export type Due = {
  count: number;
  nearest: { sum: number; last_day: string | null; zone: string };
  late: { count: number; sum: number } | null;
};

/**
 * Until when they are paid: «Оплатите до 2 декабря», of several «Первый — до 2 декабря, 2 162 ₽», and what is late as a
 * debt is told: «Просрочен на 27 дней, срок был до 2 ноября». null: no term runs.
 */
export function dueWords({ count, nearest, late }: Due, now = new Date()): { words: string; is_late: boolean } | null {
  const { last_day, zone } = nearest;
  if (last_day === null) return null;
  const day = dayWords(last_day, localTime(now, zone).date.slice(0, 4));
  const days = daysLate(last_day, zone, now);
  if (days === 0 || late === null) {
    const words = count === 1 ? `Оплатите до ${day}` : `Первый — до ${day}, ${formatPrice(nearest.sum)}`;
    return { words, is_late: false };
  }
  const since = `${lateFor(days)}, срок был до ${day}`;
  if (late.count > 1) {
    const all = `${countOf(late.count, 'счёт', 'счёта', 'счетов')} на ${formatPrice(late.sum)}`;
    return { words: `Просрочены ${all}, первый — ${since}`, is_late: true };
  }
  const words = count === 1 ? `Просрочен ${since}` : `Счёт на ${formatPrice(late.sum)} просрочен ${since}`;
  return { words, is_late: true };
}
