import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { mostToBuy } from '#shared/product-state.ts';
import type { PriceTier } from '#shared/tiers.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { neededOf, purposeOf, type ShownBlock } from './shown-blocks.ts';

/** A good of a set. Counts are in sales units, `price` is of one of them in kopecks. */
export type SetLine = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  shown_unit: ShownUnit;
  price: number;
  tiers: PriceTier[];
  step: number;
  min_count: number;
  /** The most that can be bought now. */
  most: number;
  count: number;
  /** How many the work takes: more than `count` where too few are there. */
  wanted: number;
  /** The page says how many of it; of others it takes the least. */
  is_counted: boolean;
  /** Names of the goods that it replaces: they are not on sale now. */
  replaced: string[];
  /** What could be bought beside it where it is too few. */
  others: string[];
};

/** What a page's blocks speak of, ready to be bought; `purpose`: what the counts are for, '' where unsaid. */
export type GoodsSet = { lines: SetLine[]; purpose: string };

/**
 * The goods of written blocks as one purchase, at the prices of this context with their tiers: the sum shown before the
 * press is what they come to in a cart that holds nothing else. Lines that lie there already are told beside them.
 */
export async function readSet(db: Db, priceContext: PriceContext, blocks: ShownBlock[]): Promise<GoodsSet> {
  const needed = neededOf(blocks);
  const offers = await offersOf(
    db,
    priceContext,
    needed.map(({ card }) => card.id),
  );
  const lines = needed.flatMap(({ card, count, wanted, is_counted, replaced, others }) => {
    const price = card.buyer_price ?? card.price;
    if (price === null) return [];
    const { id, idcode, slug, name, shown_unit, step, min_count } = card;
    const tiers = offers.get(id)?.tiers ?? [];
    const most = mostToBuy(card);
    const counts = { step, min_count, most, count, wanted, is_counted };
    return [{ id, idcode, slug, name, shown_unit, price, tiers, ...counts, replaced, others }];
  });
  return { lines, purpose: purposeOf(blocks) };
}
