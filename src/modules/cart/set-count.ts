import { orderableOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { type Cart, type CartRef, withCount } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { checkCount, checkOrderable } from './check-line.ts';
import type { CartLineInput } from './schema.ts';

/** Sets the count of a line, adding it where it is missing. Throws wrong_pair, not_orderable, bad_count, cart_full. */
export async function setCount(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  line: CartLineInput,
  now = new Date(),
): Promise<Cart> {
  const { product_id, count } = line;
  checkCount(checkOrderable(await orderableOf(db, priceContext, product_id), line), count);
  return changeCart(db, cart, (cart) => withCount(cart, product_id, count), now, priceContext.department_id_1c);
}
