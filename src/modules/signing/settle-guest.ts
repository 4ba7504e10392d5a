import { randomUUID } from 'node:crypto';
import type { CartCount } from '#modules/cart/cart.ts';
import { guestCartCookie, guestOfCookie, parseGuestCart } from '#modules/cart/cookie-cart.ts';
import { mergeGuestCart } from '#modules/cart/merge-carts.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { favouritesCookieSeconds, listLimits } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { compareCookie, guestOfCompare, readIds, writeIds } from '#shared/lists.ts';
import { visitorCookie } from '#shared/visitor-cookie.ts';

export type SettledGuest = {
  /** Lines that came into the account's cart just now. */
  added: CartCount[];
  /** Why a guest's cart stays outside for now: together they do not fit (cart_full, bad_count). Its cookie is kept. */
  refusal: Refusal | null;
  /** Set-Cookie values: settled guests end, a new uuid begins. */
  cookies: string[];
};

export type GuestRequester = Pick<RequestContext, 'host' | 'isSecure' | 'cookies' | 'account' | 'department'>;

/**
 * S4-10: whatever a guest left in this browser goes to the person who is signed in now: carts into the account's cart,
 * comparison under the account's uuid (S7-29). Call it at sign-in, and wherever a stray cookie of a guest is met later;
 * without one it asks the database nothing.
 */
export async function settleGuest(
  db: Db,
  requestContext: GuestRequester,
  mainDomain: string,
  now = new Date(),
): Promise<SettledGuest> {
  const { account, cookies, department } = requestContext;
  // S6-05: what a guest left in a browser of staff is not the customer's for whom they act.
  if (!account || account.acting) return { added: [], refusal: null, cookies: [] };
  const settled: string[] = [];
  const added: CartCount[] = [];
  let refusal: Refusal | null = null;
  for (const visitor of Object.keys(cookies).flatMap((name) => guestOfCookie(name) ?? [])) {
    const { lines, coupon } = parseGuestCart(cookies[guestCartCookie(visitor)] ?? '');
    try {
      if (lines.length > 0) {
        const guest = { visitor, lines, coupon, department_id_1c: department.id_1c };
        const merge = await db.transaction().execute((db) => mergeGuestCart(db, account.user_id, guest, now));
        added.push(...merge.added);
      }
      settled.push(visitor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
  }
  return { added, refusal, cookies: guestCookies(requestContext, mainDomain, settled) };
}

/**
 * Set-Cookie values that end these guests in this browser: their carts are deleted, a uuid that was theirs is drawn
 * again, and the comparison follows to the account's uuid.
 */
export function guestCookies(requestContext: GuestRequester, mainDomain: string, guests: string[]): string[] {
  const { cookies, account } = requestContext;
  const base = { domain: cookieDomain(requestContext.host, mainDomain), secure: requestContext.isSecure };
  const forget = (name: string) => serializeCookie(name, '', { ...base, maxAgeSeconds: 0 });
  const gone = guests
    .filter((guest) => guestCartCookie(guest) in cookies)
    .map((guest) => forget(guestCartCookie(guest)));
  const isGone = cookies.visitor !== undefined && guests.includes(cookies.visitor);
  const uuid = isGone ? [visitorCookie(requestContext, mainDomain, randomUUID())] : [];
  return [...gone, ...uuid, ...(account ? compareCookies(requestContext, mainDomain, account.user_id) : [])];
}

/** The comparison of whoever used this browser under one uuid, the newest first; 40 at most, as everywhere. */
export function compareCookies(requestContext: GuestRequester, mainDomain: string, uuid: string): string[] {
  const { cookies } = requestContext;
  const base = { domain: cookieDomain(requestContext.host, mainDomain), secure: requestContext.isSecure };
  const own = compareCookie(uuid);
  const others = Object.keys(cookies).filter((name) => guestOfCompare(name) !== null && name !== own);
  if (others.length === 0) return [];
  const ids = [...others, own].flatMap((name) => readIds(cookies[name], listLimits.compare));
  return [
    serializeCookie(own, writeIds([...new Set(ids)].slice(0, listLimits.compare)), {
      ...base,
      maxAgeSeconds: ids.length === 0 ? 0 : favouritesCookieSeconds,
    }),
    ...others.map((name) => serializeCookie(name, '', { ...base, maxAgeSeconds: 0 })),
  ];
}
