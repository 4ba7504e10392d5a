import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';

export type CartCount = { product_id: number; count: number };

/** What lies in a cart: ids and counts, never prices. */
export type CartContents = { lines: CartCount[]; coupon: string | null };

/** A guest's cart: the answer's cookies keep it (S4-06, `cartCookies`). */
export type CookieCart = CartContents & {
  kept: 'cookie';
  /** cart_uuid: the uuid of S7-02. */
  visitor: string;
  /** The browser has no uuid yet: this one was drawn for it, and the cookies of the first change make it last. */
  is_new: boolean;
  /** The cookie was unreadable in part: what could be read stands here, and the next writing mends it. */
  is_repaired: boolean;
  /** Names of Basket cookies in this browser that are not this cart's. */
  foreign: string[];
};

/** A signed-in person's cart: rows keep it, written by the verb that changes it. */
export type AccountCart = CartContents & {
  kept: 'account';
  /** cart_uuid: the person's own id. */
  user_id: string;
  /** How often it was written; 0: nothing is stored yet. */
  version: number;
  /** False: `lines` holds only what was just changed, the others were not read. */
  is_whole: boolean;
};

export type Cart = CookieCart | AccountCart;

/**
 * What a change begins with: a guest's cart, which came with the request, or whose rows to change. Every Cart is one.
 */
export type CartRef = CookieCart | Pick<AccountCart, 'kept' | 'user_id'>;

/** cart_uuid. */
export function cartId(cart: CartRef): string {
  return cart.kept === 'cookie' ? cart.visitor : cart.user_id;
}

/** The count grows if the line exists (S4-07). Throws cart_full or bad_count; the cart given stays as it was. */
export function withLine<C extends Pick<CartContents, 'lines'>>(cart: C, product_id: number, count: number): C {
  return withCount(cart, product_id, countInCart(cart, product_id) + count);
}

/** Sets the count of a line, adding it where it is missing. Throws cart_full or bad_count. */
export function withCount<C extends Pick<CartContents, 'lines'>>(cart: C, product_id: number, count: number): C {
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

/**
 * Adds what does not lie there yet. A line that lies there stays as it is; where it `isRaised`, one that has fewer
 * grows to the count. Throws cart_full or bad_count.
 */
export function withMissing<C extends CartContents>(
  cart: C,
  lines: readonly CartCount[],
  { isRaised = false }: { isRaised?: boolean } = {},
): C {
  return lines.reduce((grown, { product_id, count }) => {
    const isEnough = countInCart(grown, product_id) >= (isRaised ? count : 1);
    return isEnough ? grown : withCount(grown, product_id, count);
  }, cart);
}

/** Drops exactly these products: what was ordered leaves, the rest stays (S7-32), and so many of those in `left`. */
export function withoutLines<C extends CartContents>(cart: C, product_ids: number[], left: CartCount[] = []): C {
  const lines = cart.lines.flatMap((line) => {
    if (!product_ids.includes(line.product_id)) return [line];
    return left.find(({ product_id }) => product_id === line.product_id) ?? [];
  });
  return { ...cart, lines };
}

/** S4-11. The code must have been proved by the database before (`proveCoupon`). */
export function withCoupon<C extends CartContents>(cart: C, coupon: string | null): C {
  return { ...cart, coupon };
}

/** Sales units of a product; 0 when it is not there. */
export function countInCart({ lines }: Pick<CartContents, 'lines'>, product_id: number): number {
  return lines.find((line) => line.product_id === product_id)?.count ?? 0;
}
