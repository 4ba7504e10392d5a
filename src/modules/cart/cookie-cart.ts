import { randomUUID } from 'node:crypto';
import { Refusal } from '#platform/refusal.ts';
import { cartLimits, guestCartCookieSeconds } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { guestCartPrefix } from '#shared/lists.ts';
import { isUuid } from '#shared/uuid.ts';
import { visitorCookie } from '#shared/visitor-cookie.ts';
import type { CartContents, CartCount, CookieCart } from './cart.ts';

const maxInt4 = 2_147_483_647;

/** What of a request says which cookie is the visitor's cart, and where the answer's cookies belong. */
export type CookieRequest = {
  host: string;
  isSecure: boolean;
  visitor: string | null;
  cookies: Record<string, string>;
};

/** The uuid a Basket cookie is named by, whoever's it is; null: no Basket cookie. */
export function guestOfCookie(name: string): string | null {
  const uuid = name.startsWith(guestCartPrefix) ? name.slice(guestCartPrefix.length) : '';
  return isUuid(uuid) ? uuid : null;
}

/** S9-01. The uuid is readable by scripts, so the name opens nothing. */
export function guestCartCookie(visitor: string): string {
  return guestCartPrefix + visitor;
}

/**
 * Reads `1.{id}-{count}.…~{coupon}` (base 36) of this visitor; a visitor without a uuid gets one. Never throws: a
 * malformed line is left out, a malformed cookie is an empty cart, lines of one product are joined, lines beyond the
 * limit are cut; `is_repaired` tells.
 */
export function readCookieCart(cookies: Record<string, string>, visitor: string | null): CookieCart {
  const own = visitor === null ? null : guestCartCookie(visitor);
  const foreign = Object.keys(cookies).filter((name) => name.startsWith(guestCartPrefix) && name !== own);
  const value = own === null ? undefined : cookies[own];
  const is_new = visitor === null;
  return { kept: 'cookie', visitor: visitor ?? randomUUID(), is_new, foreign, ...parseGuestCart(value ?? '') };
}

/** The cookie's value as lines and coupon; see readCookieCart. */
export function parseGuestCart(value: string): CartContents & Pick<CookieCart, 'is_repaired'> {
  if (value === '') return { lines: [], coupon: null, is_repaired: false };
  const [body = '', ...rest] = value.split('~');
  const [version, ...written] = body.split('.');
  if (version !== '1') return { lines: [], coupon: null, is_repaired: true };
  const counts = new Map<number, number>();
  let is_repaired = rest.length > 1 || value.length > cartLimits.cookieBytes;
  for (const text of written) {
    const line = parseLine(text);
    const isKept = line && (counts.has(line.product_id) || counts.size < cartLimits.lines);
    if (!isKept || counts.has(line.product_id)) is_repaired = true;
    if (isKept) {
      const count = (counts.get(line.product_id) ?? 0) + line.count;
      counts.set(line.product_id, Math.min(count, cartLimits.maxCount));
    }
  }
  const coupon = parseCoupon(rest[0]);
  if (rest[0] !== undefined && coupon === null) is_repaired = true;
  return { lines: [...counts].map(([product_id, count]) => ({ product_id, count })), coupon, is_repaired };
}

/**
 * The cookie's value, '' for an empty cart without a coupon. Throws cart_full when it would not fit: a cookie is never
 * half-written.
 */
export function serializeGuestCart(cart: CartContents): string {
  if (cart.lines.length === 0 && cart.coupon === null) return '';
  const lines = cart.lines.map(({ product_id, count }) => `.${product_id.toString(36)}-${count.toString(36)}`);
  const value = `1${lines.join('')}${cart.coupon === null ? '' : `~${encodeURIComponent(cart.coupon)}`}`;
  if (cart.lines.length > cartLimits.lines || value.length > cartLimits.cookieBytes) throw new Refusal('cart_full');
  return value;
}

/**
 * Set-Cookie values that keep a guest's cart (S9-01: `Basket_idd_{uuid}`, 1296000 s, parent domain): the visitor's uuid
 * if the browser has none or another, the cart itself (deleted when empty) where it differs from what the request
 * brought, and the deletion of foreign Basket cookies. Call from mutations only.
 */
export function guestCartCookies(request: CookieRequest, mainDomain: string, cart: CookieCart): string[] {
  const domain = cookieDomain(request.host, mainDomain);
  const base = { domain, secure: request.isSecure };
  const value = serializeGuestCart(cart);
  const name = guestCartCookie(cart.visitor);
  // An answer that only counted must not undo what another tab has put in since it was asked.
  const isChanged = value !== (request.cookies[name] ?? '');
  return [
    ...(cart.visitor === request.visitor ? [] : [visitorCookie(request, mainDomain, cart.visitor)]),
    ...(isChanged
      ? [serializeCookie(name, value, { ...base, maxAgeSeconds: value === '' ? 0 : guestCartCookieSeconds })]
      : []),
    ...forgetForeignCarts(request, mainDomain, cart),
  ];
}

/** Set-Cookie values that delete other visitors' carts seen in this request; a personal page may send them too. */
export function forgetForeignCarts(request: CookieRequest, mainDomain: string, { foreign }: CookieCart): string[] {
  const domain = cookieDomain(request.host, mainDomain);
  return foreign.flatMap((name) => {
    if (!/^[\w-]+$/.test(name)) return [];
    return [serializeCookie(name, '', { domain, secure: request.isSecure, maxAgeSeconds: 0 })];
  });
}

function parseLine(text: string): CartCount | null {
  const match = /^([0-9a-z]{1,6})-([0-9a-z]{1,4})$/.exec(text);
  const [product_id, count] = (match ?? []).slice(1).map((digits) => Number.parseInt(digits, 36));
  if (!product_id || !count || product_id > maxInt4 || count > cartLimits.maxCount) return null;
  return { product_id, count };
}

function parseCoupon(text: string | undefined): string | null {
  if (!text) return null;
  try {
    const code = decodeURIComponent(text);
    return /^[0-9A-ZА-ЯЁ-]{3,30}$/.test(code) ? code : null;
  } catch {
    return null;
  }
}
