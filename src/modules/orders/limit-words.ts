import { formatPrice } from '#shared/money.ts';
import type { LimitPassed } from './purchase-limits.ts';

/**
 * «Сумма заказа больше вашего лимита на один заказ: 50 000 ₽ при лимите 40 000 ₽.»; `whose`: of whoever placed it, in
 * the reader's words.
 */
export function limitWords(
  { approval }: { approval: LimitPassed | null },
  whose: 'вашего лимита' | 'лимита закупщика' = 'вашего лимита',
): string {
  if (!approval) return '';
  const { reason, limit, sum } = approval;
  return reason === 'order'
    ? `Сумма заказа больше ${whose} на один заказ: ${formatPrice(sum)} при лимите ${formatPrice(limit)}.`
    : `С этим заказом сумма за месяц больше ${whose}: ${formatPrice(sum)} при лимите ${formatPrice(limit)}.`;
}
