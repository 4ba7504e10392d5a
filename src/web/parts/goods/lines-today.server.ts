import type { CartCount } from '#modules/cart/cart.ts';
import { offersOf, retailPriceAt } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { type ShownUnit, shownPartOf } from '#shared/unit-words.ts';

/** A line of a list as the branch has it now. `count` in sales units, `sum` in kopecks. */
export type LineToday = {
  product_id: number;
  product_idcode: string;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  shown_unit: ShownUnit;
  count: number;
  /** So many of them can be had now. */
  now: number;
  /** In sales units, as is the least and the most of them. */
  step: number;
  min_count: number;
  max_count: number;
  is_on_sale_now: boolean;
  /** Nobody sells it any more. */
  switched_off: boolean;
  /** How much of it is there. */
  words: string;
  /** Charged per sales unit for so many; null: on request. */
  price: number | null;
  /** Of what can be had now; null: nothing. */
  sum: number | null;
  /** The same at the branch's price, where the firm that looks has a lower one of its own; else null. */
  retail: { price: number; sum: number } | null;
};

/**
 * Lines in their order, at the prices and the stock of whoever looks; products the catalogue does not know are left
 * out.
 */
export async function linesToday(
  db: Db,
  priceContext: PriceContext,
  lines: readonly CartCount[],
): Promise<LineToday[]> {
  const ids = lines.map((line) => line.product_id);
  const offers = await offersOf(db, priceContext, ids);
  return lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    if (!offer) return [];
    const line = { product_id, product_idcode: offer.idcode, count };
    const { slug, name, shown_unit, image, article, step, min_count, max_count, is_on_sale_now, switched_off } = offer;
    const { now, rest } = is_on_sale_now ? splitByStock(offer, offer.available, count) : { now: 0, rest: count };
    const words = switched_off
      ? 'Снят с продажи'
      : now === 0
        ? 'Нет в наличии'
        : rest > 0
          ? `Есть ${shownPartOf(now, count, shown_unit)}`
          : 'В наличии';
    // Only what can be had now is worth a sum, as in the cart.
    const counted = now || count;
    const [priced] = priceLines(offers, [{ ...line, count: counted }], null).lines;
    const retail = retailPriceAt(offer, counted);
    return [
      {
        ...line,
        now,
        slug,
        name,
        shown_unit,
        image,
        article,
        step,
        min_count,
        max_count,
        is_on_sale_now,
        switched_off,
        words,
        price: priced?.price ?? null,
        sum: now > 0 ? (priced?.sum ?? null) : null,
        retail: priced && retail !== null && retail > priced.price ? { price: retail, sum: retail * counted } : null,
      },
    ];
  });
}

/** What of the lines can be had now costs so much, and so much at the branch's prices where a firm's are lower. */
export function moneyOf(lines: readonly Pick<LineToday, 'sum' | 'retail'>[]): { sum: number; retail: number | null } {
  const here = lines.filter((line) => line.sum !== null);
  const sum = here.reduce((all, line) => all + (line.sum ?? 0), 0);
  const retail = here.reduce((all, line) => all + (line.retail?.sum ?? line.sum ?? 0), 0);
  return { sum, retail: retail > sum ? retail : null };
}
