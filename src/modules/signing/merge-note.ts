import type { CartCount } from '#modules/cart/cart.ts';
import { parseGuestCart, serializeGuestCart } from '#modules/cart/cookie-cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { cartLimits } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { type GuestRequester, settleGuest } from './settle-guest.ts';

/** «В корзину добавлено из гостевой: …»: what came from where, as a page says it. */
export type MergeNote = { lines: { id: number; name: string; amount: string }[] };

const noteCookie = 'cart_note';
/** Long enough to come to the next page; a note nobody came for is old news. */
const noteSeconds = 1_800;

/** Set-Cookie values that remember what a merge brought until a page has said it. */
export function rememberMerged(requestContext: GuestRequester, mainDomain: string, added: CartCount[]): string[] {
  if (added.length === 0) return [];
  const lines = joined([...parseGuestCart(requestContext.cookies[noteCookie] ?? '').lines, ...added]);
  return [noteValue(requestContext, mainDomain, serializeGuestCart({ lines, coupon: null }), noteSeconds)];
}

export type SettledNote = {
  note: MergeNote | null;
  /** Why a guest's cart could not come in, in words; it waits in its cookie. */
  waiting: string | null;
  cookies: string[];
};

/**
 * Takes in what a guest left in this browser for the person who is signed in (S4-10), and reads what an earlier merge
 * has still to say. Asks the database nothing when there is neither, and does nothing for a guest.
 */
export async function settledNote(
  db: Db,
  requestContext: RequestContext,
  mainDomain: string,
  now = new Date(),
): Promise<SettledNote> {
  if (!requestContext.account) return { note: null, waiting: null, cookies: [] };
  const reported = readMerged(requestContext, mainDomain);
  const { added, refusal, cookies } = await settleGuest(db, requestContext, mainDomain, now);
  const note = await mergeNote(db, requestContext.priceContext, [...reported.added, ...added]);
  return { note, waiting: refusal?.message ?? null, cookies: [...reported.cookies, ...cookies] };
}

/** What is still to be said, and the Set-Cookie values by which it is said once. */
function readMerged(requestContext: GuestRequester, mainDomain: string): { added: CartCount[]; cookies: string[] } {
  const value = requestContext.cookies[noteCookie];
  if (!value) return { added: [], cookies: [] };
  return { added: parseGuestCart(value).lines, cookies: [noteValue(requestContext, mainDomain, '', 0)] };
}

/** Null when nothing came. */
async function mergeNote(db: Db, priceContext: PriceContext, added: CartCount[]): Promise<MergeNote | null> {
  if (added.length === 0) return null;
  const lines = joined(added);
  const offers = await offersOf(
    db,
    priceContext,
    lines.map((line) => line.product_id),
  );
  return {
    lines: lines.flatMap(({ product_id, count }) => {
      const offer = offers.get(product_id);
      return offer ? [{ id: product_id, name: offer.name, amount: shownAmount(count, offer.shown_unit) }] : [];
    }),
  };
}

function noteValue(requestContext: GuestRequester, mainDomain: string, value: string, maxAgeSeconds: number): string {
  const domain = cookieDomain(requestContext.host, mainDomain);
  return serializeCookie(noteCookie, value, { domain, secure: requestContext.isSecure, httpOnly: true, maxAgeSeconds });
}

function joined(lines: CartCount[]): CartCount[] {
  const counts = new Map<number, number>();
  for (const { product_id, count } of lines) counts.set(product_id, (counts.get(product_id) ?? 0) + count);
  return [...counts]
    .map(([product_id, count]) => ({ product_id, count: Math.min(count, cartLimits.maxCount) }))
    .slice(0, cartLimits.lines);
}
