import type { DeliveryQuote } from '#modules/orders/delivery.ts';
import {
  type Carrying,
  type CarryingKind,
  type CarryingRate,
  carryingKinds,
  carryingOffers,
  carryingPrice,
  tariffWords,
} from '#shared/carrying.ts';
import { formatPrice } from '#shared/money.ts';

/** A service to choose, with its tariff and what it costs this order; price null: no address is known yet. */
export type CarryingOffer = { kind: CarryingKind; title: string; terms: string; price: string | null };

/** What the branch offers for goods of this weight; `floor`: where they shall go, null while it is not said. */
export function carryingOffersFor(
  rates: readonly CarryingRate[],
  quote: Pick<DeliveryQuote, 'price'> | null,
  weight_grams: number,
  floor: number | null,
): CarryingOffer[] {
  return rates.map((rate) => ({
    kind: rate.kind,
    title: carryingOffers[rate.kind],
    terms: `${rate.kind === 'unloading' ? '' : 'С\u00a0разгрузкой. '}${tariffWords(rate)}`,
    price: quote && priceWords(rate, quote.price, weight_grams, floor),
  }));
}

function priceWords(rate: CarryingRate, delivery_price: number | null, weight: number, floor: number | null): string {
  if (delivery_price === null) return 'уточнит оператор';
  const price = formatPrice(carryingPrice(rate, weight, floor));
  return rate.kind === 'stairs' && floor === null ? `от ${price}` : price;
}

/** What a form asks for; null: nothing, or the floor is still to be said. */
export function carryingOf({ carrying, floor }: { carrying?: string; floor?: string }): Carrying | null {
  const kind = carryingKinds.find((other) => other === carrying);
  if (!kind) return null;
  if (kind === 'unloading') return { kind, floor: null };
  const typed = floorOf(floor);
  return typed === null ? null : { kind, floor: typed };
}

/** «5» → 5; null for what is no floor. */
export function floorOf(typed = ''): number | null {
  const floor = /^[0-9]{1,3}$/.test(typed) ? Number(typed) : 0;
  return floor >= 1 && floor <= 100 ? floor : null;
}
