import { formatPrice } from '#shared/money.ts';
import type { PrizeView } from './fortune-view.ts';

/** What is won and what it asks for: «Каждый получает купон: от 100 ₽ при покупке от 1 000 ₽ до …». */
export function prizeWords(prizes: readonly Pick<PrizeView, 'sum_kopecks' | 'min_sum_kopecks'>[]): string {
  const sorted = prizes.toSorted((a, b) => a.sum_kopecks - b.sum_kopecks || a.min_sum_kopecks - b.min_sum_kopecks);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most) return '';
  const off = (of: typeof least) => formatPrice(of.sum_kopecks);
  const onBuying = (of: typeof least) => `при покупке от ${formatPrice(of.min_sum_kopecks)}`;
  const isOneMinimum = sorted.every(({ min_sum_kopecks }) => min_sum_kopecks === least.min_sum_kopecks);
  if (least.sum_kopecks === most.sum_kopecks && isOneMinimum) {
    return `Каждый получает купон на скидку ${off(least)} ${onBuying(least)}.`;
  }
  if (isOneMinimum) return `Каждый получает купон на скидку от ${off(least)} до ${off(most)} ${onBuying(least)}.`;
  return `Каждый получает купон на скидку: от ${off(least)} ${onBuying(least)} до ${off(most)} ${onBuying(most)}.`;
}

/** The same for a narrow screen, where the purchase each coupon asks for stands in the table below. */
export function prizeRange(prizes: readonly Pick<PrizeView, 'sum_kopecks'>[]): string {
  const sums = prizes.map(({ sum_kopecks }) => sum_kopecks);
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const range = least === most ? formatPrice(most) : `от ${formatPrice(least)} до ${formatPrice(most)}`;
  return `Каждый получает купон на скидку ${range}, сумма покупки — в таблице.`;
}
