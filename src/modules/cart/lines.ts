import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';

export type CartCount = { product_id: number; count: number };

/** Ids and counts, never prices. The same for a guest, whose cookie keeps it, and for a signed-in person, whose rows do (S4-06). */
export type Cart = {
  /** cart_uuid: the uuid of S7-02. null: a guest without a uuid yet, the next mutation makes one. */
  visitor: string | null;
  lines: CartCount[];
  coupon: string | null;
  /** How often the stored cart was written, 0 when nothing is stored yet; null: a guest's, nothing is stored. */
  version: number | null;
  /** The cookie was unreadable in part: what could be read stands here, and the next writing mends it. */
  is_repaired: boolean;
  /** Names of Basket cookies in this browser that are not this cart's. */
  foreign: string[];
};

/** The count grows if the line exists (S4-07). Throws cart_full or bad_count; the cart given stays as it was. */
export function withLine(cart: Cart, product_id: number, count: number): Cart {
  return withCount(cart, product_id, countOf(cart, product_id) + count);
}

/** Sets the count of a line, adding it where it is missing. Throws cart_full or bad_count. */
export function withCount(cart: Cart, product_id: number, count: number): Cart {
  if (!Number.isInteger(count) || count < 1 || count > cartLimits.maxCount) {
    throw new Refusal('bad_count', { min_count: 1, max_count: cartLimits.maxCount });
  }
  const isPresent = cart.lines.some((line) => line.product_id === product_id);
  if (!isPresent && cart.lines.length >= cartLimits.lines) throw new Refusal('cart_full');
  const lines = isPresent
    ? cart.lines.map((line) => (line.product_id === product_id ? { product_id, count } : line))
    : [...cart.lines, { product_id, count }];
  return { ...cart, lines };
}

export function withoutLine(cart: Cart, product_id: number): Cart {
  return withoutLines(cart, [product_id]);
}

/** Drops exactly these products: what was ordered leaves, the rest stays (S7-32). */
export function withoutLines(cart: Cart, product_ids: number[]): Cart {
  return { ...cart, lines: cart.lines.filter((line) => !product_ids.includes(line.product_id)) };
}

/** S4-07: cleared, coupon included. */
export function emptied(cart: Cart): Cart {
  return { ...cart, lines: [], coupon: null };
}

/** S4-11. The code must have been proved by the database before (`proveCoupon`). */
export function withCoupon(cart: Cart, coupon: string): Cart {
  return { ...cart, coupon };
}

export function withoutCoupon(cart: Cart): Cart {
  return { ...cart, coupon: null };
}

/** Sales units of a product; 0 when it is not there. */
export function countOf({ lines }: Pick<Cart, 'lines'>, product_id: number): number {
  return lines.find((line) => line.product_id === product_id)?.count ?? 0;
}
