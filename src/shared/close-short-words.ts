import { formatPrice } from './money.ts';

/**
 * What whoever closes an order without its missing part does with money, where no payment is given back; kopecks.
 * `total`: what the given part costs; `taken`: what was taken for it as it left, null: the order is paid otherwise.
 */
export function closeShortWords(total: number, taken: number | null): string {
  const given = formatPrice(total);
  if (taken === null) return `Денег возвращать не нужно: заказ не оплачен. За выданное — ${given}.`;
  if (taken === total) return `Денег возвращать не нужно: за выданное принято ${given}.`;
  const words = `За выданное — ${given}, принято ${formatPrice(taken)}.`;
  return taken < total
    ? `${words} Примите ещё ${formatPrice(total - taken)}.`
    : `${words} Верните ${formatPrice(taken - total)}.`;
}
