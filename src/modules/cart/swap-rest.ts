import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Cart, type CartRef, countInCart, withCount, withoutLines } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { fitCount } from './check-line.ts';
import { substituteCount } from './rest-substitutes.ts';

/**
 * «Заменить похожим»: of a line `keep` sales units stay, for what is missing as much of another product is put into
 * the cart. A line that lies there no more stays gone. Throws not_orderable, bad_count, cart_full.
 */
export async function swapRest(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  { product_id, keep, other_id }: { product_id: number; keep: number; other_id: number },
): Promise<Cart> {
  const offers = await offersOf(db, priceContext, [product_id, other_id]);
  const [own, other] = [offers.get(product_id), offers.get(other_id)];
  if (!own || !other?.is_on_sale_now) throw new Refusal('not_orderable', { product_id: other_id });
  return changeCart(db, cart, (cart) => {
    const missing = countInCart(cart, product_id) - keep;
    if (missing <= 0) return cart;
    const left = keep > 0 ? withCount(cart, product_id, keep) : withoutLines(cart, [product_id]);
    const wanted = countInCart(left, other_id) + substituteCount(own, missing, other).count;
    return withCount(left, other_id, fitCount(other, wanted));
  });
}
