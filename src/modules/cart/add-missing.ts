import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Cart, type CartRef, withMissing } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { checkCount, checkPairs } from './check-line.ts';
import type { CartLineInput } from './schema.ts';

/**
 * Puts what is missing of these goods into the cart, all at once: a line that has fewer is raised to the count, one
 * that has more stays, so that pressed twice it doubles nothing. What cannot be bought now is left out. Throws
 * wrong_pair, bad_count, cart_full, and not_orderable when nothing of it can be bought.
 */
export async function addMissing(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  lines: CartLineInput[],
  now = new Date(),
): Promise<Cart> {
  const ids = lines.map((line) => line.product_id);
  const sold = checkPairs(await offersOf(db, priceContext, ids), lines).filter(({ offer }) => offer.is_on_sale_now);
  if (sold.length === 0) throw new Refusal('not_orderable');
  for (const { offer, count } of sold) checkCount(offer, count);
  return changeCart(
    db,
    cart,
    (cart) => withMissing(cart, sold, { isRaised: true }),
    now,
    priceContext.department_id_1c,
  );
}
