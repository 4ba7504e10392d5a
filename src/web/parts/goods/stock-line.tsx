import type { ProductCard } from '#modules/catalogue/card.ts';
import { plural } from '#shared/plurals.ts';
import { Icon } from '#web/ui/icon.tsx';

type Stocked = Pick<
  ProductCard,
  'available' | 'pickup_points_today' | 'lead_days' | 'unit' | 'switched_off' | 'is_on_sale_now' | 'min_count'
>;

/** Up to this many the exact number is shown. */
const exactUpTo = 10;

export type StockState = { kind: 'now' | 'later' | 'none'; words: string };

/** What the card says of stock; always an icon and words, never «можно заказать» as if it were «есть». */
export function stockState(product: Stocked): StockState {
  const { available, pickup_points_today, lead_days } = product;
  if (product.switched_off) return { kind: 'none', words: 'Снят с продажи' };
  if (available !== null && available >= Math.max(1, product.min_count)) {
    if (available <= exactUpTo) return { kind: 'now', words: `Осталось ${available} ${product.unit}` };
    if (pickup_points_today > 0) {
      return {
        kind: 'now',
        words: `Сегодня в ${pickup_points_today} ${plural(pickup_points_today, 'пункте', 'пунктах', 'пунктах')}`,
      };
    }
    return { kind: 'now', words: 'В наличии' };
  }
  if (lead_days && product.is_on_sale_now) return { kind: 'later', words: `Под заказ, ${daysWords(lead_days)}` };
  return { kind: 'none', words: 'Нет в наличии' };
}

export function daysWords([from, to]: [number, number]): string {
  const days = plural(to, 'день', 'дня', 'дней');
  return from === to ? `${to} ${days}` : `${from}–${to} ${days}`;
}

const icons = { now: 'circle-check', later: 'clock', none: 'circle-off' } as const;

export function StockLine({ product }: { product: Stocked }) {
  const { kind, words } = stockState(product);
  return (
    <p className={`stock stock--${kind}`}>
      <Icon name={icons[kind]} size="s" />
      {words}
    </p>
  );
}
