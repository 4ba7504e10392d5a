import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type CouponSeat, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { checkCount } from './fit-count.ts';
import { type GuestCart, withCount, withCoupon, withLine } from './guest-cart.ts';
import type { CartLineInput } from './schema.ts';

/**
 * Puts goods into a guest's cart; the count grows if the line exists (S4-07). Throws wrong_pair, not_orderable, bad_count, cart_full.
 * More than is left may lie in a cart: getCart names it. Saves nothing itself, the door writes the cookie.
 */
export async function addToCart(db: Db, shelf: Shelf, cart: GuestCart, line: CartLineInput): Promise<GuestCart> {
  const offer = await orderableOffer(db, shelf, line);
  const changed = withLine(cart, line.product_id, line.count);
  checkCount(offer, countOf(changed, line.product_id));
  return changed;
}

/** Sets the count of a line. Throws as addToCart does. */
export async function setCount(db: Db, shelf: Shelf, cart: GuestCart, line: CartLineInput): Promise<GuestCart> {
  const offer = await orderableOffer(db, shelf, line);
  checkCount(offer, line.count);
  return withCount(cart, line.product_id, line.count);
}

/** S4-11: keeps a proved code in the cart; its conditions may be met later. Throws coupon_refused, too_many. */
export async function setCoupon(
  db: Db,
  shelf: Shelf,
  cart: GuestCart,
  typed: string,
  seat: CouponSeat,
  now = new Date(),
): Promise<GuestCart> {
  const coupon = await proveCoupon(db, typed, shelf.department_id_1c, seat, now);
  return withCoupon(cart, coupon.code);
}

/** Each id belongs to its idcode (S7-10). Throws wrong_pair naming the first that does not. */
export function checkPairs(offers: ReadonlyMap<number, Offer>, lines: readonly CartLineInput[]): void {
  const wrong = lines.find((line) => offers.get(line.product_id)?.idcode !== line.product_idcode);
  if (wrong) throw new Refusal('wrong_pair', { product_id: wrong.product_id, product_idcode: wrong.product_idcode });
}

async function orderableOffer(db: Db, shelf: Shelf, line: CartLineInput): Promise<Offer> {
  const offers = await offersOf(db, shelf, [line.product_id]);
  checkPairs(offers, [line]);
  const offer = offers.get(line.product_id);
  if (!offer?.is_on_sale_now) throw new Refusal('not_orderable', { product_id: line.product_id });
  return offer;
}

function countOf(cart: GuestCart, product_id: number): number {
  return cart.lines.find((line) => line.product_id === product_id)?.count ?? 0;
}
