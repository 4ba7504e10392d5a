import { sql } from 'kysely';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import type { CartContents } from './cart.ts';

export type ChangedLine = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  count: number;
  was: number;
  now: number;
};

/** What became of a cart priced in another price context. Prices in kopecks per sales unit. */
export type PriceContextDifference = {
  dearer: ChangedLine[];
  cheaper: ChangedLine[];
  /** Cannot be bought here: no such price, no stock or not enough of it (`available`). */
  vanished: { id: number; idcode: string; slug: string; name: string; count: number; available: number }[];
  same_count: number;
  /** Sums of the lines that can be bought in both price contexts. */
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
    vanished: [],
    same_count: 0,
    was_total: 0,
    now_total: 0,
  };
  for (const { product_id, count } of cart.lines) {
    const here = after.get(product_id);
    if (!here) continue;
    const { idcode, slug, name } = here;
    const now = unitPriceOf(after, product_id, count);
    const was = unitPriceOf(before, product_id, count);
    const available = here.available ?? 0;
    if (here.switched_off || now === null || available < count) {
      difference.vanished.push({ id: product_id, idcode, slug, name, count, available });
      continue;
    }
    if (was === null || was === now) difference.same_count += 1;
    else
      (now > was ? difference.dearer : difference.cheaper).push({
        id: product_id,
        idcode,
        slug,
        name,
        count,
        was,
        now,
      });
    difference.was_total += (was ?? now) * count;
    difference.now_total += now * count;
  }
  return difference;
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

function unitPriceOf(offers: ReadonlyMap<number, Offer>, product_id: number, count: number): number | null {
  const product_idcode = offers.get(product_id)?.idcode ?? '';
  return priceLines(offers, [{ product_id, product_idcode, count }], null).lines[0]?.price ?? null;
}
