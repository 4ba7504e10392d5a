import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { type CouponRequester, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type AccountCart, type Cart, withCoupon, withMissing } from './cart.ts';
import { changeCart } from './change-cart.ts';
import type { CartRestoreInput } from './schema.ts';

/**
 * S4-09, S8-03: a new stored cart in place of one that is gone, with what the browser still knows of it: lines that are
 * not there yet, and the coupon if it is still good. A cart that is at least as late as what the browser knows was
 * never gone and stays as it is.
 */
export async function restoreCart(
  db: Db,
  priceContext: PriceContext,
  cart: AccountCart,
  known: CartRestoreInput,
  { requester, now = new Date() }: { requester: CouponRequester; now?: Date },
): Promise<Cart> {
  if (cart.version > 0 && cart.version >= known.version) return cart;
  const offers = await offersOf(
    db,
    priceContext,
    known.cartItems.map(({ id }) => id),
  );
  const lines = known.cartItems.flatMap(({ id, count }) => (offers.has(id) ? [{ product_id: id, count }] : []));
  const coupon = known.cartCoupon && (await stillGood(db, priceContext, known.cartCoupon, requester, now));
  return changeCart(
    db,
    cart,
    (stored) => {
      // Another tab was quicker, or the cart was never gone: the row is new when this very change has made it.
      if (stored.kept === 'account' && stored.version > 1 && stored.version >= known.version) return stored;
      const grown = withMissing(stored, lines);
      return coupon && stored.coupon === null ? withCoupon(grown, coupon) : grown;
    },
    now,
  );
}

async function stillGood(
  db: Db,
  priceContext: PriceContext,
  typed: string,
  requester: CouponRequester,
  now: Date,
): Promise<string | null> {
  try {
    return (await proveCoupon(db, typed, priceContext.department_id_1c, requester, now)).code;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
