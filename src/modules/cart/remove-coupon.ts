import type { Db } from '#platform/database.ts';
import { type Cart, type CartRef, withCoupon } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** S4-11. */
export async function removeCoupon(db: Db, cart: CartRef, now = new Date()): Promise<Cart> {
  return changeCart(db, cart, (cart) => withCoupon(cart, null), now);
}
