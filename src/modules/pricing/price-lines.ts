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

/** A condition of a coupon that the lines meet or not. */
export type ConditionStep = 'branch' | 'business' | 'category' | 'min_sum';

/** Priced lines with what the coupon met in them. Kopecks. */
export type JudgedLines = {
  priced: PricedCart;
  /** In the order in which they are looked at: the first problem is the one that is told. None without a coupon. */
  conditions: { step: ConditionStep; problem: CouponProblem | null }[];
  /** Lines that the coupon does not touch, by product, and by which condition. */
  untouched: ReadonlyMap<number, 'business' | 'category'>;
  /** What the other lines cost before the coupon. */
  eligible_sum: number;
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
  return judgeLines(offers, lines, coupon).priced;
}

/** `priceLines`, and how it came to that: for whoever explains why a coupon works or does not. */
export function judgeLines(
  offers: ReadonlyMap<number, OfferPrice>,
  lines: readonly LineInput[],
  coupon: Coupon | null,
): JudgedLines {
  const priced: PricedLine[] = [];
  const eligible: PricedLine[] = [];
  const untouched = new Map<number, 'business' | 'category'>();
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
    const why = coupon && whyUntouched(coupon, offer, line);
    if (why) untouched.set(product_id, why);
    else if (coupon) eligible.push(line);
    old_total += count * (line.old_price ?? line.price);
    weight_grams += count * (offer.weight_grams ?? 0);
    if (offer.weight_grams === null) is_weight_partial = true;
  }
  const goods_sum = sumOf(priced);
  const eligible_sum = sumOf(eligible);
  const conditions = coupon ? judgeConditions({ coupon, priced, eligible, eligible_sum }) : [];
  const coupon_problem = conditions.find(({ problem }) => problem)?.problem ?? null;
  if (coupon && !coupon_problem) takeOff(coupon, eligible);
  const discount = priced.reduce((sum, line) => sum + line.discount, 0);
  return {
    priced: {
      lines: priced,
      goods_sum,
      discount,
      total: goods_sum - discount,
      old_total,
      weight_grams,
      is_weight_partial,
      coupon_problem,
    },
    conditions,
    untouched,
    eligible_sum,
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

function whyUntouched(coupon: Coupon, offer: OfferPrice, line: PricedLine): 'business' | 'category' | null {
  if (line.is_business_price && !coupon.allows_b2b) return 'business';
  return coupon.category_id === null || offer.category_ids.includes(coupon.category_id) ? null : 'category';
}

function sumOf(lines: readonly PricedLine[]): number {
  return lines.reduce((total, line) => total + line.sum, 0);
}

type Seen = { coupon: Coupon; priced: PricedLine[]; eligible: PricedLine[]; eligible_sum: number };

function judgeConditions(seen: Seen): JudgedLines['conditions'] {
  return [
    { step: 'branch', problem: findBranchProblem(seen) },
    { step: 'business', problem: findBusinessProblem(seen) },
    { step: 'category', problem: findCategoryProblem(seen) },
    { step: 'min_sum', problem: findSumProblem(seen) },
  ];
}

function findBranchProblem({ coupon: { other_city } }: Seen): CouponProblem | null {
  return other_city === null ? null : { why: 'department', city: other_city };
}

function findBusinessProblem({ coupon, priced, eligible }: Seen): CouponProblem | null {
  const isOnlyBusiness = priced.length > 0 && priced.every((line) => line.is_business_price) && !coupon.allows_b2b;
  return eligible.length === 0 && isOnlyBusiness ? { why: 'business' } : null;
}

function findCategoryProblem({ coupon: { category_id, category_name }, eligible }: Seen): CouponProblem | null {
  return eligible.length === 0 && category_id !== null ? { why: 'category', category_name } : null;
}

function findSumProblem({ coupon: { min_sum_kopecks, category_name }, eligible_sum }: Seen): CouponProblem | null {
  if (eligible_sum >= min_sum_kopecks) return null;
  return { why: 'min_sum', min_sum: min_sum_kopecks, missing: min_sum_kopecks - eligible_sum, category_name };
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
