import { offersOf } from '#modules/catalogue/offers.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type CouponSeat, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartMark } from './cart-mark.ts';
import { checkPairs } from './change-cart.ts';
import { checkCount } from './fit-count.ts';
import { type Cart, countOf } from './lines.ts';
import { changeCart } from './open-cart.ts';
import type { CartInput } from './schema.ts';

/**
 * S7-15: the cart becomes exactly these lines and this coupon. `marks`: what the cart may look like now (If-Match), null: anything. Counts that
 * lay there before are not judged again. Throws wrong_pair, bad_count, coupon_refused, too_many, cart_changed; then nothing is changed.
 */
export async function replaceCart(
  db: Db,
  shelf: Shelf,
  cart: Cart,
  { products, coupon: typed }: CartInput,
  { marks, seat, now = new Date() }: { marks: string[] | null; seat: CouponSeat; now?: Date },
): Promise<Cart & { visitor: string }> {
  const ids = products.map((line) => line.product_id);
  const offers = await offersOf(db, shelf, ids);
  checkPairs(offers, products);
  const coupon = typed ? (await proveCoupon(db, typed, shelf.department_id_1c, seat, now)).code : null;
  const lines = products.map(({ product_id, count }) => ({ product_id, count }));
  return changeCart(
    db,
    cart,
    (stored) => {
      if (marks && !marks.includes(cartMark(stored))) throw new Refusal('cart_changed');
      for (const { product_id, count } of lines) {
        if (countOf(stored, product_id) !== count) checkCount(offers.get(product_id)!, count);
      }
      return { ...stored, lines, coupon };
    },
    now,
  );
}
