import type { Shelf } from '#modules/departments/queries.ts';
import { type CouponSeat, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { type Cart, type CartRef, withCoupon } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** S4-11: keeps a proved code in the cart; its conditions may be met later. Throws coupon_refused, too_many. */
export async function applyCoupon(
  db: Db,
  shelf: Shelf,
  cart: CartRef,
  typed: string,
  seat: CouponSeat,
  now = new Date(),
): Promise<Cart> {
  const coupon = await proveCoupon(db, typed, shelf.department_id_1c, seat, now);
  return changeCart(db, cart, (cart) => withCoupon(cart, coupon.code), now);
}
