import { badgesOf, moneyOf, newDays, type ProductCard } from '../product-card.ts';
import type { CardFacts } from './card-facts.ts';
import type { RowOffer } from './offers-of-rows.ts';

/** Cards of what was taken from the arrays and its facts, in that order; a product without facts, deleted this moment, is absent. `hits`: `hitThreshold`. */
export function rowCards(offers: RowOffer[], facts: Map<number, CardFacts>, hits: number, now: Date): ProductCard[] {
  const newSince = now.getTime() - newDays * 86_400_000;
  const cards: ProductCard[] = [];
  for (const offer of offers) {
    const own = facts.get(offer.id);
    if (own) cards.push(cardOf(own, offer, own.popularity >= hits, own.created_at.getTime() > newSince));
  }
  return cards;
}

/** Field by field: a list has dozens of cards, and copying objects into objects took longer than finding them. */
function cardOf(own: CardFacts, offer: RowOffer, is_hit: boolean, is_new: boolean): ProductCard {
  const { price, old_price, buyer_price, available, pickup_points_today, variants_count } = offer;
  const { id, unit, base_unit, factor, min_count } = own;
  const switched_off = false;
  const money = moneyOf({ price, old_price, buyer_price, available, min_count, switched_off, unit, base_unit, factor });
  return {
    id,
    idcode: own.idcode,
    slug: own.slug,
    model_id: own.model_id,
    name: own.name,
    article: own.article,
    category_code: own.category_code,
    brand: own.brand,
    images: own.images,
    price,
    old_price,
    discount_percent: money.discount_percent,
    buyer_price,
    unit_price: money.unit_price,
    buyer_unit_price: money.buyer_unit_price,
    available,
    weight_grams: own.weight_grams,
    unit,
    base_unit,
    factor,
    step: own.step,
    min_count,
    max_count: own.max_count,
    attributes: own.attributes,
    badges: badgesOf({ old_price, switched_off, is_hit, is_new }),
    pickup_points_today,
    lead_days: own.lead_days,
    is_on_sale_now: money.is_on_sale_now,
    switched_off,
    variants_count,
    rating: own.rating,
  };
}
