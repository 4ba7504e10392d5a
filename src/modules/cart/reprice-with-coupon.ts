import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { couponCondition } from '#modules/pricing/coupon.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { type CouponRequester, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import type { CartContents } from './cart.ts';
import { checkPairs } from './check-line.ts';
import type { CartLineInput } from './schema.ts';

/** A line with the coupon applied. Kopecks; a product without a price keeps nulls. */
export type RepricedLine = CartLineInput & {
  price: number | null;
  old_price: number | null;
  coupon_price: number | null;
  discount: number;
  sum: number | null;
  weight_grams: number | null;
};

/**
 * S7-18: the lines with prices of this price context and the coupon taken off. Throws coupon_refused (one wording for
 * unknown, expired, used), coupon_condition (precise), too_many, wrong_pair.
 */
export async function repriceWithCoupon(
  db: Db,
  priceContext: PriceContext,
  typed: string,
  lines: CartLineInput[],
  requester: CouponRequester,
  now: Date,
): Promise<RepricedLine[]> {
  const [coupon, offers] = await Promise.all([
    proveCoupon(db, typed, priceContext.department_id_1c, requester, now),
    offersOf(
      db,
      priceContext,
      lines.map((line) => line.product_id),
    ),
  ]);
  checkPairs(offers, lines);
  const priced = priceLines(offers, lines, coupon);
  if (priced.coupon_problem) throw couponCondition(priced.coupon_problem);
  return lines.map((line) => {
    const money = priced.lines.find((other) => other.product_id === line.product_id);
    return {
      ...line,
      price: money?.price ?? null,
      old_price: money?.old_price ?? null,
      coupon_price: money?.coupon_price ?? null,
      discount: money?.discount ?? 0,
      sum: money?.sum ?? null,
      weight_grams: offers.get(line.product_id)?.weight_grams ?? null,
    };
  });
}

/** S7-17: the same for the lines of a kept cart; products that no longer exist are left out. */
export async function repriceCart(
  db: Db,
  priceContext: PriceContext,
  typed: string,
  cart: CartContents,
  requester: CouponRequester,
  now: Date,
): Promise<RepricedLine[]> {
  const offers = await offersOf(
    db,
    priceContext,
    cart.lines.map((line) => line.product_id),
  );
  const lines = cart.lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    return offer ? [{ product_id, product_idcode: offer.idcode, count }] : [];
  });
  return repriceWithCoupon(db, priceContext, typed, lines, requester, now);
}
