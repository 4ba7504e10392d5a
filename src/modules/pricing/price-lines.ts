import { type Offer, priceAt } from '#modules/catalogue/offers.ts';
import { ensure } from '#shared/ensure.ts';
import { mulDivHalfUp } from '#shared/money.ts';
import type { Coupon, CouponProblem } from './coupon.ts';

/** What pricing needs to know of a product. Kopecks per sales unit. */
export type OfferPrice = Pick<Offer, 'price' | 'old_price' | 'buyer_price' | 'tiers' | 'category_ids' | 'weight_grams'>;

export type LineInput = { product_id: number; product_idcode: string; count: number };

export type PricedLine = LineInput & {
  /** Charged per sales unit before the coupon. */
  price: number;
  old_price: number | null;
  /**
   * Per sales unit after the coupon, for showing; sums are made of `discount`, never of this. Null: the coupon does not
   * touch the line.
   */
  coupon_price: number | null;
  /** What the coupon takes off the whole line. */
  discount: number;
  /** count · price − discount. */
  sum: number;
  is_business_price: boolean;
};

export type PricedCart = {
  lines: PricedLine[];
  /** Σ count · price. */
  goods_sum: number;
  discount: number;
  /** Σ line sums = goods_sum − discount. */
  total: number;
  /** What the same goods cost by their old prices. */
  old_total: number;
  weight_grams: number;
  /** True when some product's weight is not known, so that the weight is only a lower bound. */
  is_weight_partial: boolean;
  /** Why the coupon, although good in itself, gives nothing here. */
  coupon_problem: CouponProblem | null;
};

/**
 * The one place where lines become money (kopecks): business column or branch price, quantity tiers, then one coupon.
 * Lines without an offer or a price are left out; the caller names them. Pure; the same numbers stand in list, product,
 * cart and order.
 */
export function priceLines(
  offers: ReadonlyMap<number, OfferPrice>,
  lines: readonly LineInput[],
  coupon: Coupon | null,
): PricedCart {
  const priced: PricedLine[] = [];
  const eligible: PricedLine[] = [];
  let weight_grams = 0;
  let is_weight_partial = false;
  let old_total = 0;
  for (const { product_id, product_idcode, count } of lines) {
    const offer = offers.get(product_id);
    const charged = offer && chargeFor(offer, count);
    if (!charged) continue;
    const line: PricedLine = {
      product_id,
      product_idcode,
      count,
      ...charged,
      coupon_price: null,
      discount: 0,
      sum: count * charged.price,
    };
    priced.push(line);
    if (coupon && isAffectedBy(coupon, offer, line)) eligible.push(line);
    old_total += count * (line.old_price ?? line.price);
    weight_grams += count * (offer.weight_grams ?? 0);
    if (offer.weight_grams === null) is_weight_partial = true;
  }
  const goods_sum = priced.reduce((sum, line) => sum + line.sum, 0);
  const coupon_problem = coupon && findProblem(coupon, priced, eligible);
  if (coupon && !coupon_problem) takeOff(coupon, eligible);
  const discount = priced.reduce((sum, line) => sum + line.discount, 0);
  return {
    lines: priced,
    goods_sum,
    discount,
    total: goods_sum - discount,
    old_total,
    weight_grams,
    is_weight_partial,
    coupon_problem,
  };
}

/**
 * What one sales unit is charged at this count. An old price stands beside a branch price that is lower, never beside a
 * business one.
 */
function chargeFor(
  offer: OfferPrice,
  count: number,
): { price: number; old_price: number | null; is_business_price: boolean } | null {
  const price = priceAt(offer, count);
  if (price === null) return null;
  const is_business_price = offer.buyer_price !== null;
  const old_price = !is_business_price && offer.old_price !== null && offer.old_price > price ? offer.old_price : null;
  return { price, old_price, is_business_price };
}

function isAffectedBy(coupon: Coupon, offer: OfferPrice, line: PricedLine): boolean {
  if (line.is_business_price && !coupon.allows_b2b) return false;
  return coupon.category_id === null || offer.category_ids.includes(coupon.category_id);
}

function findProblem(coupon: Coupon, priced: PricedLine[], eligible: PricedLine[]): CouponProblem | null {
  if (coupon.other_city !== null) return { why: 'department', city: coupon.other_city };
  if (eligible.length === 0) {
    const isOnlyBusiness = priced.length > 0 && priced.every((line) => line.is_business_price) && !coupon.allows_b2b;
    if (isOnlyBusiness) return { why: 'business' };
    if (coupon.category_id !== null) return { why: 'category', category_name: coupon.category_name };
  }
  const sum = eligible.reduce((total, line) => total + line.sum, 0);
  if (sum < coupon.min_sum_kopecks) {
    return {
      why: 'min_sum',
      min_sum: coupon.min_sum_kopecks,
      missing: coupon.min_sum_kopecks - sum,
      category_name: coupon.category_name,
    };
  }
  return null;
}

function takeOff(coupon: Coupon, lines: PricedLine[]): void {
  if (coupon.kind === 'percent') {
    for (const line of lines) {
      const off = mulDivHalfUp(line.price, coupon.percent, 100);
      line.coupon_price = line.price - off;
      line.discount = off * line.count;
      line.sum -= line.discount;
    }
    return;
  }
  const shares = spreadByLargestRemainder(
    coupon.sum_kopecks,
    lines.map((line) => line.sum),
  );
  for (const [index, line] of lines.entries()) {
    line.discount = shares[index] ?? 0;
    line.sum -= line.discount;
    line.coupon_price = mulDivHalfUp(line.sum, 1, line.count);
  }
}

/**
 * Shares of `amount` in proportion to the weights, whole kopecks, adding up to min(amount, Σ weights) exactly; the
 * first of equal remainders wins.
 */
export function spreadByLargestRemainder(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const given = BigInt(Math.min(amount, whole));
  const parts = weights.map((weight, index) => {
    const exact = given * BigInt(weight);
    return { index, share: Number(exact / BigInt(whole)), remainder: exact % BigInt(whole) };
  });
  let left = Number(given) - parts.reduce((sum, part) => sum + part.share, 0);
  const shares = parts.map((part) => part.share);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index] = ensure(shares[index]) + 1;
    left -= 1;
  }
  return shares;
}
