import type { Db } from '#platform/database.ts';
import { readAccountCart } from './account-cart.ts';
import type { Cart, CartRef } from './cart.ts';
import { type CookieRequest, guestCartCookies, readCookieCart } from './cookie-cart.ts';

/**
 * What of a request says whose cart it opens; a RequestContext is one. Signed in: the rows of that person, else the
 * guest's cookie (S4-06).
 */
export type CartRequest = CookieRequest & { account: { user_id: string } | null };

/** The visitor's cart, whoever keeps it. */
export async function openCart(db: Db, request: CartRequest): Promise<Cart> {
  const cart = cartOf(request);
  return cart.kept === 'cookie' ? cart : readAccountCart(db, cart.user_id);
}

/** Whose cart it is, without asking the database: enough to change it. */
export function cartOf({ account, cookies, visitor }: CartRequest): CartRef {
  return account ? { kept: 'account', user_id: account.user_id } : readCookieCart(cookies, visitor);
}

/**
 * The one place that keeps a guest's cart: Set-Cookie values of a mutation's answer. A signed-in person's was saved by
 * its verb.
 */
export function cartCookies(request: CookieRequest, mainDomain: string, cart: CartRef): string[] {
  return cart.kept === 'cookie' ? guestCartCookies(request, mainDomain, cart) : [];
}
