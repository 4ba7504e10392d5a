import { type CardFacts, cardOf, isNew, type OfferSource, type ProductCard } from '#modules/catalogue/card.ts';
import type { HomeDelivery } from '#modules/catalogue/home-delivery.ts';
import type { HandingOver } from '#modules/catalogue/points.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import type { RankedFacts } from './card-facts.ts';
import { oldPriceAt, priceAt } from './columns/prices.ts';
import { leftAt } from './columns/stock.ts';
import { type CatalogueIndex, idAt, type LiveSegment } from './segments.ts';

/** What of a card the columns know: taken down before anything is awaited, for they change. Kopecks. */
export type RowOffer = Omit<OfferSource, 'is_hit' | 'is_new'> & { id: number };

export function offersOfRows(
  index: CatalogueIndex,
  priceContext: PriceContext,
  cards: { segmentNumber: number; row: number }[],
  { stores, storesToday, pointsTomorrow, storesTomorrow, delivery }: HandingOver & { delivery: HomeDelivery | null },
  now: number,
): RowOffer[] {
  // Looked up once per segment, not for every card.
  const columns = index.segments.map(({ segment: { prices, stock } }) => ({
    retail: prices.get(priceContext.price_column),
    buyer: priceContext.buyer_price_column === null ? undefined : prices.get(priceContext.buyer_price_column),
    own: stock.get(priceContext.store),
    today: storesToday.flatMap((store) => stock.get(store) ?? []),
    tomorrow: storesTomorrow.flatMap((store) => stock.get(store) ?? []),
    ofPoints: stores.flatMap((store) => stock.get(store) ?? []),
  }));
  return cards.map(({ segmentNumber, row }) => {
    const live = ensure(index.segments[segmentNumber]);
    const { retail, buyer, own, today, tomorrow, ofPoints } = ensure(columns[segmentNumber]);
    const minCount = live.segment.minCount[row] ?? 1;
    const available = own ? leftAt(own, row) : -1;
    return {
      id: idAt(index, segmentNumber, row),
      price: (retail && priceAt(retail, row)) || null,
      old_price: (retail && oldPriceAt(retail, row, now / 1000)) || null,
      buyer_price: (buyer && priceAt(buyer, row)) || null,
      available: available === -1 ? null : available,
      pickup_points_today: countHaving(today, row, minCount),
      pickup_points_later:
        available >= minCount
          ? pointsTomorrow + countHaving(tomorrow, row, minCount)
          : countHaving(ofPoints, row, minCount),
      delivery,
      switched_off: false,
      variants_count: variantsOf(live, row),
    };
  });
}

function countHaving(shelves: Parameters<typeof leftAt>[0][], row: number, minCount: number): number {
  let count = 0;
  for (const stock of shelves) if (leftAt(stock, row) >= minCount) count++;
  return count;
}

function variantsOf({ segment: { model, size }, tombstones }: LiveSegment, row: number): number {
  let count = 0;
  for (let at = row; at >= 0 && model[at] === model[row]; at--) if (tombstones[at] === 0) count++;
  for (let at = row + 1; at < size && model[at] === model[row]; at++) if (tombstones[at] === 0) count++;
  return count;
}

/**
 * What a list makes of a product: the card for a page, a text for an answer. `facts` is the same object as long as
 * nothing of them changes.
 */
export type PresentCard<Card> = (facts: CardFacts, card: ProductCard) => Card;

/**
 * What was taken from the columns and its facts, presented, by product in that order; one without facts, deleted this
 * moment, is absent. `hits`: `hitProducts`.
 */
export function rowCards<Card>(
  offers: RowOffer[],
  facts: Map<number, RankedFacts>,
  hits: ReadonlySet<number>,
  now: Date,
  present: PresentCard<Card>,
): Map<number, Card> {
  const cards = new Map<number, Card>();
  for (const offer of offers) {
    const own = facts.get(offer.id);
    if (!own) continue;
    const card = cardOf(own.facts, { ...offer, is_hit: hits.has(offer.id), is_new: isNew(own.created_at, now) });
    cards.set(offer.id, present(own.facts, card));
  }
  return cards;
}

/** `PresentCard` of a page. */
export function asCard(_facts: CardFacts, card: ProductCard): ProductCard {
  return card;
}
