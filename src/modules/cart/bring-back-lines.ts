import type { Db } from '#platform/database.ts';
import { type Cart, type CartCount, type CartRef, withMissing } from './cart.ts';
import { changeCart } from './change-cart.ts';

/**
 * Puts lines into the cart as they were, whatever can be bought of them now: getCart names the rest. What lies there
 * stays. Throws cart_full.
 */
export async function bringBackLines(db: Db, cart: CartRef, lines: CartCount[], now = new Date()): Promise<Cart> {
  return changeCart(db, cart, (cart) => withMissing(cart, lines), now);
}
