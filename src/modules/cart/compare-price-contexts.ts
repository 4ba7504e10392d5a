import { sql } from 'kysely';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { splitByStock } from '#shared/stock-split.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import type { CartContents } from './cart.ts';

/** A line of the cart by which a page names it. */
export type NamedLine = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  shown_unit: ShownUnit;
  count: number;
};

/** Its price in both price contexts, kopecks per sales unit. */
export type ChangedLine = NamedLine & { was: number; now: number };

/** What became of a cart priced in another price context. */
export type PriceContextDifference = {
  dearer: ChangedLine[];
  cheaper: ChangedLine[];
  /** Only `now_count` of `count` sales units can be had here. */
  fewer: (NamedLine & { now_count: number })[];
  /** None can be had here: no such price, or none in the store. */
  vanished: NamedLine[];
  same_count: number;
  /** What an order of the whole cart would cost in either, without coupon and delivery, kopecks. */
  was_total: number;
  now_total: number;
};

/** The same cart in two branches, for the page «Город изменён». Two reads, no coupon. */
export async function comparePriceContexts(
  db: Db,
  from: PriceContext,
  to: PriceContext,
  cart: Pick<CartContents, 'lines'>,
): Promise<PriceContextDifference> {
  const ids = cart.lines.map((line) => line.product_id);
  const [before, after] = await Promise.all([offersOf(db, from, ids), offersOf(db, to, ids)]);
  const difference: PriceContextDifference = {
    dearer: [],
    cheaper: [],
    fewer: [],
    vanished: [],
    same_count: 0,
    was_total: 0,
    now_total: 0,
  };
  for (const { product_id, count } of cart.lines) {
    const here = after.get(product_id);
    if (!here) continue;
    const { idcode, slug, name, shown_unit } = here;
    const line = { id: product_id, idcode, slug, name, shown_unit, count };
    const was = orderedOf(before.get(product_id), count);
    const now = orderedOf(here, count);
    difference.was_total += was.price * was.count;
    difference.now_total += now.price * now.count;
    // What could not be had there either is nothing that the city changed.
    if (now.count === 0 && was.count > 0) difference.vanished.push(line);
    else if (now.count < Math.min(count, was.count)) difference.fewer.push({ ...line, now_count: now.count });
    if (now.count === 0) continue;
    if (was.price === 0 || was.price === now.price) difference.same_count += now.count < count ? 0 : 1;
    else if (now.price > was.price) difference.dearer.push({ ...line, was: was.price, now: now.price });
    else difference.cheaper.push({ ...line, was: was.price, now: now.price });
  }
  return difference;
}

/** How much of a line one branch sells, and what it asks apiece even if it has none; none where it has no price. */
function orderedOf(offer: Offer | undefined, count: number): { count: number; price: number } {
  const none = { count: 0, price: 0 };
  if (!offer || offer.switched_off) return none;
  const { now } = splitByStock(offer, offer.available, count);
  const price = unitPriceOf(offer, now || count);
  return price === null ? none : { count: now, price };
}

/**
 * Lines whose branch price differs from what it was at `since` (the visitor's last look at the cart), by the history of
 * prices.
 */
export async function priceChangesSince(
  db: Db,
  priceContext: PriceContext,
  cart: Pick<CartContents, 'lines'>,
  since: Date,
): Promise<{ id: number; was: number; now: number }[]> {
  const ids = cart.lines.map((line) => line.product_id);
  const { rows } = await sql<{ id: number; was: number; now: number }>`
    select p.product_id as id, former.price as was, p.price as now
    from prices p
    cross join lateral (
      select c.price from price_changes c
      where c.price_column = p.price_column and c.product_id = p.product_id and c.changed_at <= ${since}
      order by c.changed_at desc limit 1
    ) former
    where p.price_column = ${priceContext.price_column} and p.product_id = any(${ids}::int[])
      and p.price is not null and former.price is not null and former.price <> p.price`.execute(db);
  return rows;
}

function unitPriceOf(offer: Offer, count: number): number | null {
  const { product_id, idcode } = offer;
  const offers = new Map([[product_id, offer]]);
  return priceLines(offers, [{ product_id, product_idcode: idcode, count }], null).lines[0]?.price ?? null;
}
