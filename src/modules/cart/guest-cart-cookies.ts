import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { guestCartCookieSeconds } from '#shared/constants.ts';
import { guestCartCookie, serializeGuestCart } from './guest-cart.ts';
import type { Cart } from './lines.ts';

/** The visitor cookie lives 400 days, the longest a browser keeps one. */
const visitorCookieSeconds = 34_560_000;

export type CookieSeat = { host: string; isSecure: boolean; visitor: string | null; cookies: Record<string, string> };

/**
 * Set-Cookie values that keep the cart (S9-01: `Basket_idd_{uuid}`, 1296000 s, parent domain): the visitor's uuid if this mutation made it,
 * the cart itself (deleted when empty) where it differs from what the request brought, and the deletion of foreign Basket cookies. Call from
 * mutations only; `cart.visitor` must be set.
 */
export function guestCartCookies(seat: CookieSeat, mainDomain: string, cart: Cart & { visitor: string }): string[] {
  const domain = cookieDomain(seat.host, mainDomain);
  const base = { domain, secure: seat.isSecure };
  const value = serializeGuestCart(cart);
  const isNew = cart.visitor !== seat.visitor;
  const name = guestCartCookie(cart.visitor);
  // An answer that only counted must not undo what another tab has put in since it was asked.
  const isChanged = value !== (seat.cookies[name] ?? '');
  return [
    ...(isNew
      ? [serializeCookie('visitor', cart.visitor, { ...base, httpOnly: true, maxAgeSeconds: visitorCookieSeconds })]
      : []),
    ...(isChanged
      ? [serializeCookie(name, value, { ...base, maxAgeSeconds: value === '' ? 0 : guestCartCookieSeconds })]
      : []),
    ...forgetForeignCarts(seat, mainDomain, cart),
  ];
}

/** Set-Cookie values that delete other visitors' carts seen in this request; a personal page may send them too. */
export function forgetForeignCarts(seat: CookieSeat, mainDomain: string, cart: Cart): string[] {
  const domain = cookieDomain(seat.host, mainDomain);
  return cart.foreign.flatMap((name) => {
    if (!/^[\w-]+$/.test(name)) return [];
    return [serializeCookie(name, '', { domain, secure: seat.isSecure, maxAgeSeconds: 0 })];
  });
}
