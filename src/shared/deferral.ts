import { daysBetween } from './calendar-days.ts';
import { formatDay } from './dates.ts';
import type { OrderState, PaymentMethod } from './order-states.ts';
import { countOf } from './plurals.ts';
import { addDays, localTime } from './zoned-time.ts';

/**
 * How an order is paid by whom: `deferral_days`, of its firm, so many days behind the goods an invoice may be paid;
 * null: none are agreed, or it is nobody's firm.
 */
export type PaidBy = { payment_method: PaymentMethod; deferral_days: number | null };

/** By an invoice that the firm may pay behind the goods. */
export function paysLater({ payment_method, deferral_days }: PaidBy): boolean {
  return payment_method === 'invoice' && deferral_days !== null;
}

/** Whether goods may leave while the order is not paid: it is paid as it is received, or later. */
export function mayLeaveUnpaid(order: PaidBy): boolean {
  return order.payment_method === 'on_receipt' || paysLater(order);
}

/** Whether the order, not paid, may go to that state: goods leave for the buyer with the last two. */
export function mayGoUnpaid(order: PaidBy, to: OrderState): boolean {
  return (to !== 'in_delivery' && to !== 'completed') || mayLeaveUnpaid(order);
}

/** Until when such an invoice is paid, before the goods have left: «в течение 14 дней после получения». */
export function deferralWords(days: number): string {
  return days === 0 ? 'в день получения' : `в течение ${countOf(days, 'дня', 'дней', 'дней')} после получения`;
}

/** The last day on which it is paid, 'YYYY-MM-DD' by the clock of `zone`. */
export function lastDayToPay(completed_at: Date, days: number, zone: string): string {
  return addDays(localTime(completed_at, zone).date, days);
}

/** So many days the last day to pay ('YYYY-MM-DD') is over by the clock of `zone`; 0: it is not. */
export function daysLate(last_day: string, zone: string, now = new Date()): number {
  return Math.max(daysBetween(last_day, localTime(now, zone).date), 0);
}

/** «на 27 дней»: for so long an invoice is late. */
export function lateFor(days: number): string {
  return `на\u00a0${countOf(days, 'день', 'дня', 'дней')}`;
}

/**
 * Until when such an invoice is paid by the clock of `zone`: «в течение 14 дней после получения», once the goods have
 * left «до 25.11.2026», and when that is over «до 02.11.2026 (просрочен на 27 дней)»; null: the money comes first.
 */
export function laterTerm(
  order: PaidBy & { completed_at: Date | null },
  zone: string,
  now = new Date(),
): string | null {
  const { deferral_days, completed_at } = order;
  if (!paysLater(order) || deferral_days === null) return null;
  if (completed_at === null) return deferralWords(deferral_days);
  const last = lastDayToPay(completed_at, deferral_days, zone);
  const late = daysLate(last, zone, now);
  return `до ${formatDay(last)}${late > 0 ? ` (просрочен ${lateFor(late)})` : ''}`;
}
