import {
  badgesOf,
  type CardFacts,
  type CardOffer,
  moneyOf,
  newDays,
  type ProductCard,
} from '#modules/catalogue/product-card.ts';
import type { RankedFacts } from './card-facts.ts';
import type { RowOffer } from './offers-of-rows.ts';

/** What a list makes of a product: a card for a page, a text for an answer. */
export type PresentCard<Card> = (facts: CardFacts, offer: CardOffer) => Card;

/** What was taken from the arrays and its facts, presented, by product in that order; one without facts, deleted this moment, is absent. `hits`: `hitThreshold`. */
export function rowCards<Card>(
  offers: RowOffer[],
  facts: Map<number, RankedFacts>,
  hits: number,
  now: Date,
  present: PresentCard<Card>,
): Map<number, Card> {
  const newSince = now.getTime() - newDays * 86_400_000;
  const cards = new Map<number, Card>();
  for (const offer of offers) {
    const own = facts.get(offer.id);
    if (!own) continue;
    const isNew = own.created_at.getTime() > newSince;
    cards.set(offer.id, present(own, offerOf(own, offer, own.popularity >= hits, isNew)));
  }
  return cards;
}

function offerOf(own: CardFacts, offer: RowOffer, is_hit: boolean, is_new: boolean): CardOffer {
  const { price, old_price, buyer_price, available, pickup_points_today, variants_count } = offer;
  const { unit, base_unit, factor, min_count } = own;
  const switched_off = false;
  const money = moneyOf({ price, old_price, buyer_price, available, min_count, switched_off, unit, base_unit, factor });
  return {
    price,
    old_price,
    discount_percent: money.discount_percent,
    buyer_price,
    unit_price: money.unit_price,
    buyer_unit_price: money.buyer_unit_price,
    available,
    badges: badgesOf({ old_price, switched_off, is_hit, is_new }),
    pickup_points_today,
    is_on_sale_now: money.is_on_sale_now,
    switched_off,
    variants_count,
  };
}

/** Field by field: a list has dozens of cards, and copying objects into objects took longer than finding them. */
export function productCard(own: CardFacts, offer: CardOffer): ProductCard {
  return {
    id: own.id,
    idcode: own.idcode,
    slug: own.slug,
    model_id: own.model_id,
    name: own.name,
    article: own.article,
    category_code: own.category_code,
    brand: own.brand,
    images: own.images,
    price: offer.price,
    old_price: offer.old_price,
    discount_percent: offer.discount_percent,
    buyer_price: offer.buyer_price,
    unit_price: offer.unit_price,
    buyer_unit_price: offer.buyer_unit_price,
    available: offer.available,
    weight_grams: own.weight_grams,
    unit: own.unit,
    base_unit: own.base_unit,
    factor: own.factor,
    step: own.step,
    min_count: own.min_count,
    max_count: own.max_count,
    attributes: own.attributes,
    badges: offer.badges,
    pickup_points_today: offer.pickup_points_today,
    lead_days: own.lead_days,
    is_on_sale_now: offer.is_on_sale_now,
    switched_off: offer.switched_off,
    variants_count: offer.variants_count,
    rating: own.rating,
  };
}
