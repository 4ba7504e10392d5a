import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { type CouponRequester, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Cart, type CartRef, countInCart } from './cart.ts';
import { cartEtag } from './cart-etag.ts';
import { changeCart } from './change-cart.ts';
import { checkCount, checkPairs } from './check-line.ts';
import type { CartInput } from './schema.ts';

/**
 * S7-15: the cart becomes exactly these lines and this coupon. `marks`: what the cart may look like now (If-Match),
 * null: anything. Counts that lay there before are not judged again. Throws wrong_pair, bad_count, coupon_refused,
 * too_many, cart_changed; then nothing is changed.
 */
export async function replaceCart(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  { products, coupon: typed }: CartInput,
  { marks, requester, now = new Date() }: { marks: string[] | null; requester: CouponRequester; now?: Date },
): Promise<Cart> {
  const ids = products.map((line) => line.product_id);
  const wanted = checkPairs(await offersOf(db, priceContext, ids), products);
  const coupon = typed ? (await proveCoupon(db, typed, priceContext.department_id_1c, requester, now)).code : null;
  const lines = products.map(({ product_id, count }) => ({ product_id, count }));
  return changeCart(
    db,
    cart,
    (stored) => {
      if (marks && !marks.includes(cartEtag(stored))) throw new Refusal('cart_changed');
      for (const { product_id, count, offer } of wanted)
        if (countInCart(stored, product_id) !== count) checkCount(offer, count);
      return { lines, coupon };
    },
    now,
    priceContext.department_id_1c,
  );
}
