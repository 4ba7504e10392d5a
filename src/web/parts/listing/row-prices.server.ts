import type { ListedCard } from '#modules/catalogue/card.ts';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Coupon } from '#modules/pricing/coupon.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { mostToBuy } from '#shared/product-state.ts';
import { shownAmount, shownPrice } from '#shared/unit-words.ts';

/** What else a row of the table says of its price, by product; goods of which nothing can be said are absent. */
export type RowPrices = Record<number, { by_quantity: string[]; with_coupon: string | null }>;

/** A row holds so many prices by quantity: of more the first and the last. */
const mostTiers = 2;

/**
 * Lower prices of the goods that can be bought now: by quantity as the buyer is charged («от 40 мешков — 461 ₽»), and
 * of the least count with the coupon of the page («с купоном 441 ₽»), where it takes a percent and nothing else has to
 * be bought for it.
 */
export async function rowPrices(
  db: Db,
  priceContext: PriceContext,
  cards: Pick<ListedCard, 'id' | 'is_on_sale_now'>[],
  coupon: Coupon | null,
): Promise<RowPrices> {
  const sold = cards.filter(({ is_on_sale_now }) => is_on_sale_now).map(({ id }) => id);
  const offers = [...(await offersOf(db, priceContext, sold)).values()];
  const rows = offers.map((offer) => ({
    id: offer.product_id,
    row: { by_quantity: tierWords(offer), with_coupon: couponWords(offer, coupon) },
  }));
  return Object.fromEntries(
    rows.filter(({ row }) => row.by_quantity.length > 0 || row.with_coupon !== null).map(({ id, row }) => [id, row]),
  );
}

/** A price of more than is there cannot be had now, so nothing is said of it. */
function tierWords(offer: Offer): string[] {
  const { tiers, min_count, shown_unit } = offer;
  const most = mostToBuy(offer);
  const further = tiers.filter(({ from_count }) => from_count > min_count && from_count <= most);
  const shown = further.length > mostTiers ? [...further.slice(0, 1), ...further.slice(-1)] : further;
  return shown.map(
    ({ from_count, price }) =>
      `от\u00a0${shownAmount(from_count, shown_unit, 'genitive')}\u00a0— ${formatPrice(shownPrice(price, shown_unit))}`,
  );
}

function couponWords(offer: Offer, coupon: Coupon | null): string | null {
  if (coupon?.kind !== 'percent') return null;
  const { product_id, idcode: product_idcode, min_count: count, shown_unit } = offer;
  const [line] = priceLines(new Map([[product_id, offer]]), [{ product_id, product_idcode, count }], coupon).lines;
  const price = line?.coupon_price ?? null;
  return price === null ? null : `с\u00a0купоном ${formatPrice(shownPrice(price, shown_unit))}`;
}
