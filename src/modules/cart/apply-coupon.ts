import type { PriceContext } from '#modules/departments/queries.ts';
import { type CouponRequester, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { type Cart, type CartRef, withCoupon } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** S4-11: keeps a proved code in the cart; its conditions may be met later. Throws coupon_refused, too_many. */
export async function applyCoupon(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  typed: string,
  requester: CouponRequester,
  now = new Date(),
): Promise<Cart> {
  const coupon = await proveCoupon(db, typed, priceContext.department_id_1c, requester, now);
  return changeCart(db, cart, (cart) => withCoupon(cart, coupon.code), now);
}
