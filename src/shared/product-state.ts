import { plural } from './plurals.ts';
import { type ShownUnit, shownAmount } from './unit-words.ts';

/** What of a product its state follows from; a card has all of it. Money in kopecks, counts in sales units. */
export type Stated = {
  price: number | null;
  buyer_price: number | null;
  available: number | null;
  min_count: number;
  shown_unit: ShownUnit;
  lead_days: [number, number] | null;
  pickup_points_today: number;
  pickup_points_later: number;
  switched_off: boolean;
};

/**
 * `now`: can be put into a cart. `point`: sold at points alone (decision 541). `order`: told, not sold (decision 021).
 * `ask`: without a price. `gone`: discontinued.
 */
export type ProductState = { kind: 'now' | 'point' | 'order' | 'ask' | 'none' | 'gone'; words: string };

/** Up to this many the exact number is shown. */
const exactUpTo = 10;

/**
 * What is said of a product's availability, in one sentence, the same on card, page, chips, in comparison and markup.
 * The kinds exclude each other, and `now` is what `isOnSale` lets into a cart: nothing is both «в наличии» and not.
 */
export function productState(product: Stated): ProductState {
  const { lead_days, pickup_points_later } = product;
  const available = product.available ?? 0;
  if (product.switched_off) return { kind: 'gone', words: 'Снят с продажи' };
  const isHere = available >= Math.max(1, product.min_count);
  if (product.price === null && product.buyer_price === null) {
    return {
      kind: 'ask',
      words: isHere ? 'Есть в наличии, цену назовёт оператор' : 'Цену и срок назовёт оператор',
    };
  }
  if (isHere) return { kind: 'now', words: stockWords(product, available) };
  if (pickup_points_later > 0) return { kind: 'point', words: `Есть ${pointsWords(pickup_points_later)}` };
  if (lead_days) return { kind: 'order', words: `Под заказ, ${daysWords(lead_days)}` };
  return { kind: 'none', words: 'Нет в наличии' };
}

function stockWords({ shown_unit, pickup_points_today, pickup_points_later }: Stated, available: number): string {
  if (available <= exactUpTo * shown_unit.parts) {
    return fewWords(shownAmount(available, shown_unit), pickup_points_today);
  }
  if (pickup_points_today > 0) return `Сегодня ${pointsWords(pickup_points_today)}`;
  return pickup_points_later > 0 ? `Завтра ${pointsWords(pickup_points_later)}` : 'В наличии';
}

/** «Осталось» is said of a city's last pieces alone: other points are counted, closed ones are not known of. */
function fewWords(amount: string, points: number): string {
  if (points > 1) return `Здесь ${amount}, ещё\u00a0${pointsWords(points - 1).replaceAll(' ', '\u00a0')}`;
  return points === 1 ? `Осталось ${amount}` : `В наличии ${amount}`;
}

function pointsWords(points: number): string {
  return `в ${points} ${plural(points, 'пункте', 'пунктах', 'пунктах')}`;
}

/** «3–5 дней». */
export function daysWords([from, to]: [number, number]): string {
  const days = plural(to, 'день', 'дня', 'дней');
  return from === to ? `${to} ${days}` : `${from}–${to} ${days}`;
}

/**
 * The most that can be put into a cart, in sales units: what is there, in whole steps. What could be brought on order
 * is told, not sold (decision 021).
 */
export function mostToBuy({
  available,
  min_count,
  max_count,
  step,
}: Pick<Stated, 'available' | 'min_count'> & { max_count: number; step: number }): number {
  const here = available ?? 0;
  return here < min_count ? max_count : Math.min(max_count, here - (here % step));
}
