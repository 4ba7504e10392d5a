import type { PaidLine } from '#modules/payments/receipt-items.ts';

/** A line of a receipt; kopecks. */
export const paidLine = (count: number, sum: number, more: Partial<PaidLine> = {}): PaidLine => ({
  position: 1,
  name: 'Сухая смесь',
  unit: 'меш.',
  parts: 1,
  count,
  sum,
  vat_rate: 22,
  subject: 'commodity',
  ...more,
});
