import type { Db } from '#platform/database.ts';
import { readGuestCart } from './guest-cart.ts';
import { type CookieSeat, guestCartCookies } from './guest-cart-cookies.ts';
import type { Cart } from './lines.ts';
import { lockUserCart, readUserCart, type UserCart, writeUserCart } from './user-cart.ts';

/** Whose cart a request may open; a Visit is one. Signed in: the rows of that person, else the guest's cookie (S4-06). */
export type CartSeat = CookieSeat & { account: { user_id: string } | null };

/** The visitor's cart, whoever keeps it. A signed-in person without one gets an empty cart of version 0; the first change makes it. */
export async function openCart(db: Db, seat: CartSeat): Promise<Cart> {
  const unread = unreadCart(seat);
  return seat.account ? asCart(unread, await readUserCart(db, seat.account.user_id)) : unread;
}

/** What is enough to add to: a guest's whole cart, and a signed-in person's without its lines, which nobody has asked the database for. */
export function unreadCart(seat: CartSeat): Cart {
  const cart = readGuestCart(seat.cookies, seat.account?.user_id ?? seat.visitor);
  if (!seat.account) return cart;
  const strays = Object.keys(seat.cookies).filter((name) => name.startsWith('Basket_idd_'));
  return { ...cart, lines: [], coupon: null, is_repaired: false, version: 0, foreign: strays };
}

/**
 * Applies a change to the cart as it is now and saves it: a signed-in person's under a lock, so that two tabs and two devices lose nothing; a
 * guest's by the cookies of the answer (`cartCookies`). `change` may throw a Refusal: then nothing is changed.
 */
export async function changeCart(
  db: Db,
  cart: Cart,
  change: (cart: Cart) => Cart,
  now = new Date(),
): Promise<Cart & { visitor: string }> {
  const { visitor } = cart;
  if (visitor === null) throw new Error('Корзина без владельца');
  if (cart.version === null) return { ...change(cart), visitor };
  return db.transaction().execute(async (db) => {
    const stored = asCart(cart, await lockUserCart(db, visitor, now));
    const changed = change(stored);
    if (isSame(stored, changed)) return { ...stored, visitor };
    return { ...changed, visitor, version: await writeUserCart(db, visitor, changed, now) };
  });
}

/** The one place that keeps a guest's cart: Set-Cookie values of a mutation's answer. A signed-in person's was saved by its verb. */
export function cartCookies(seat: CartSeat, mainDomain: string, cart: Cart & { visitor: string }): string[] {
  return cart.version === null ? guestCartCookies(seat, mainDomain, cart) : [];
}

function asCart(cart: Cart, stored: UserCart | null): Cart {
  return { ...cart, lines: stored?.lines ?? [], coupon: stored?.coupon ?? null, version: stored?.version ?? 0 };
}

function isSame(a: Cart, b: Cart): boolean {
  return (
    a.coupon === b.coupon &&
    a.lines.length === b.lines.length &&
    a.lines.every(({ product_id, count }, index) => {
      const other = b.lines[index];
      return other?.product_id === product_id && other.count === count;
    })
  );
}
