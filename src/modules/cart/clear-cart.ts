import type { Db } from '#platform/database.ts';
import type { Cart, CartCount, CartRef } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** S4-07: the cart is emptied, coupon included. `removed` is what lay in it. */
export async function clearCart(
  db: Db,
  cart: CartRef,
  now = new Date(),
): Promise<{ cart: Cart; removed: CartCount[] }> {
  let removed: CartCount[] = [];
  const changed = await changeCart(
    db,
    cart,
    (cart) => {
      removed = cart.lines;
      return { lines: [], coupon: null };
    },
    now,
  );
  return { cart: changed, removed };
}
