import type { CartCount } from '#modules/cart/cart.ts';
import { parseGuestCart, serializeGuestCart } from '#modules/cart/cookie-cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { cartLimits, mergeNoteCookie } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { type GuestRequester, settleGuest } from './settle-guest.ts';

/** «В корзину добавлено из гостевой: …»: what came from where, as a page says it. */
export type MergeNote = { lines: { id: number; name: string; amount: string }[] };

/** Long enough to come to the next page; a note nobody came for is old news. */
const noteSeconds = 1_800;

/** Set-Cookie values that remember what a merge brought until a page has said it. */
export function rememberMerged(requestContext: GuestRequester, mainDomain: string, added: CartCount[]): string[] {
  if (added.length === 0) return [];
  const lines = joined([...parseGuestCart(requestContext.cookies[mergeNoteCookie] ?? '').lines, ...added]);
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
  const { note, waiting, isRemembered, cookies } = await settleAndNote(db, requestContext, mainDomain, now);
  return {
    note,
    waiting,
    cookies: isRemembered ? [...cookies, noteValue(requestContext, mainDomain, '', 0)] : cookies,
  };
}

/**
 * The same for a page that asks with a script: the note stays in its cookie until that page has said it and drops the
 * cookie itself: of an answer that comes to a page on its way out nothing is lost.
 */
export async function noteToSay(
  db: Db,
  requestContext: RequestContext,
  mainDomain: string,
  now = new Date(),
): Promise<Pick<SettledNote, 'note' | 'cookies'>> {
  const { note, added, cookies } = await settleAndNote(db, requestContext, mainDomain, now);
  return { note, cookies: [...cookies, ...rememberMerged(requestContext, mainDomain, added)] };
}

type Settled = SettledNote & { added: CartCount[]; isRemembered: boolean };

async function settleAndNote(db: Db, requestContext: RequestContext, mainDomain: string, now: Date): Promise<Settled> {
  if (!requestContext.account) return { note: null, waiting: null, cookies: [], added: [], isRemembered: false };
  const remembered = parseGuestCart(requestContext.cookies[mergeNoteCookie] ?? '').lines;
  const { added, refusal, cookies } = await settleGuest(db, requestContext, mainDomain, now);
  const note = await mergeNote(db, requestContext.priceContext, [...remembered, ...added]);
  return { note, waiting: refusal?.message ?? null, cookies, added, isRemembered: remembered.length > 0 };
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
  return serializeCookie(mergeNoteCookie, value, { domain, secure: requestContext.isSecure, maxAgeSeconds });
}

function joined(lines: CartCount[]): CartCount[] {
  const counts = new Map<number, number>();
  for (const { product_id, count } of lines) counts.set(product_id, (counts.get(product_id) ?? 0) + count);
  return [...counts]
    .map(([product_id, count]) => ({ product_id, count: Math.min(count, cartLimits.maxCount) }))
    .slice(0, cartLimits.lines);
}
