import type { ProductCard } from '#modules/catalogue/card.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';

type Worth = Pick<ProductCard, 'is_on_sale_now' | 'buyer_price' | 'price' | 'min_count' | 'weight_grams'>;

/**
 * «4 товара на 2 213 ₽, 122 кг с упаковкой»: what can be bought now, the least count of each, as one press puts it
 * into the cart; no weight where one of them has none. `total`: how many the list holds.
 */
export function worthWords(cards: Worth[], total: number): string {
  const all = countOf(total, 'товар', 'товара', 'товаров');
  const sold = cards.filter(({ is_on_sale_now }) => is_on_sale_now);
  if (sold.length === 0) return all;
  const sum = sold.reduce((sum, { buyer_price, price, min_count }) => sum + (buyer_price ?? price ?? 0) * min_count, 0);
  const grams = sold.reduce((grams, { weight_grams, min_count }) => grams + (weight_grams ?? 0) * min_count, 0);
  const isWeighed = sold.every(({ weight_grams }) => weight_grams !== null);
  const worth = `на\u00a0${formatPrice(sum)}${isWeighed ? `, ${formatWeight(grams)} с\u00a0упаковкой` : ''}`;
  return sold.length === total ? `${all} ${worth}` : `${all}, в\u00a0наличии ${sold.length} ${worth}`;
}
