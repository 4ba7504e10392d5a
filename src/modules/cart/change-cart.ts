import { type Offer, type Orderable, offersOf, orderableOf } from '#modules/catalogue/offers.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type CouponSeat, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { checkCount } from './fit-count.ts';
import { type Cart, countOf, withCount, withCoupon, withLine, withoutLine } from './lines.ts';
import { changeCart } from './open-cart.ts';
import type { CartLineInput } from './schema.ts';
import { addUserLine, readUserCart } from './user-cart.ts';

/**
 * Puts goods into the cart; the count grows if the line exists (S4-07). Throws wrong_pair, not_orderable, bad_count, cart_full.
 * More than is left may lie in a cart: getCart names it. A signed-in person's line is checked and written by one statement, and of `cart` only its owner
 * is needed (`unreadCart`); a guest's cart is kept by the door's cookies. `key` names the press, so that one sent again adds nothing.
 */
export async function addToCart(
  db: Db,
  shelf: Shelf,
  cart: Cart,
  line: CartLineInput,
  { key = null, now = new Date() }: { key?: string | null; now?: Date } = {},
): Promise<Cart> {
  const { product_id, count } = line;
  if (cart.version === null || cart.visitor === null) {
    const offer = await orderableOffer(db, shelf, line);
    const changed = withLine(cart, product_id, count);
    checkCount(offer, countOf(changed, product_id));
    return changed;
  }
  const added = await addUserLine(db, shelf, cart.visitor, line, key, now);
  if (added?.count == null) throw await whyNotAdded(db, shelf, cart.visitor, line);
  const others = withoutLine(cart, product_id).lines;
  const { version, coupon } = added;
  return { ...cart, version, coupon, lines: [...others, { product_id, count: added.count }] };
}

/** The statement only says that nothing was added; asked afterwards, what it found has a name. */
async function whyNotAdded(db: Db, shelf: Shelf, user_id: string, line: CartLineInput): Promise<Refusal> {
  const { product_id, count } = line;
  try {
    const offer = await orderableOffer(db, shelf, line);
    if (count % offer.step !== 0 || count > offer.max_count) checkCount(offer, count);
    const present = await readUserCart(db, user_id);
    checkCount(offer, (present ? countOf(present, product_id) : 0) + count);
    return new Refusal('bad_count', { product_id });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Puts goods into the cart that do not lie there yet, all at once; pressed twice it doubles nothing. What cannot be bought now is left out.
 * Throws wrong_pair, bad_count, cart_full, and not_orderable when nothing of it can be bought.
 */
export async function addMissing(
  db: Db,
  shelf: Shelf,
  cart: Cart,
  lines: CartLineInput[],
  now = new Date(),
): Promise<Cart> {
  const offers = await offersOf(
    db,
    shelf,
    lines.map((line) => line.product_id),
  );
  checkPairs(offers, lines);
  const sold = lines.filter((line) => offers.get(line.product_id)?.is_on_sale_now);
  if (sold.length === 0) throw new Refusal('not_orderable');
  for (const { product_id, count } of sold) checkCount(offers.get(product_id)!, count);
  return changeCart(
    db,
    cart,
    (cart) =>
      sold.reduce(
        (grown, { product_id, count }) => (countOf(grown, product_id) > 0 ? grown : withLine(grown, product_id, count)),
        cart,
      ),
    now,
  );
}

/** Sets the count of a line. Throws as addToCart does. */
export async function setCount(db: Db, shelf: Shelf, cart: Cart, line: CartLineInput, now = new Date()): Promise<Cart> {
  const offer = await orderableOffer(db, shelf, line);
  checkCount(offer, line.count);
  return changeCart(db, cart, (cart) => withCount(cart, line.product_id, line.count), now);
}

/** S4-11: keeps a proved code in the cart; its conditions may be met later. Throws coupon_refused, too_many. */
export async function setCoupon(
  db: Db,
  shelf: Shelf,
  cart: Cart,
  typed: string,
  seat: CouponSeat,
  now = new Date(),
): Promise<Cart> {
  const coupon = await proveCoupon(db, typed, shelf.department_id_1c, seat, now);
  return changeCart(db, cart, (cart) => withCoupon(cart, coupon.code), now);
}

/** Each id belongs to its idcode (S7-10). Throws wrong_pair naming the first that does not. */
export function checkPairs(offers: ReadonlyMap<number, Pick<Offer, 'idcode'>>, lines: readonly CartLineInput[]): void {
  const wrong = lines.find((line) => offers.get(line.product_id)?.idcode !== line.product_idcode);
  if (wrong) throw new Refusal('wrong_pair', { product_id: wrong.product_id, product_idcode: wrong.product_idcode });
}

async function orderableOffer(db: Db, shelf: Shelf, line: CartLineInput): Promise<Orderable> {
  const offer = await orderableOf(db, shelf, line.product_id);
  checkPairs(new Map(offer ? [[line.product_id, offer]] : []), [line]);
  if (!offer?.is_on_sale_now) throw new Refusal('not_orderable', { product_id: line.product_id });
  return offer;
}
