import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';

/** Kopecks → «7,31 млн ₽» from a million roubles on, else whole roubles. */
export function shortPrice(kopecks: number): string {
  if (kopecks < 100_000_000) return formatPrice(Math.round(kopecks / 100) * 100);
  return [formatCount(Math.round(kopecks / 1_000_000) / 100), 'млн', '₽'].join('\u00a0');
}
