import { timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { hashSecret, isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';

/**
 * What may open an order: its owner's account, the guest's secret cookie or the token of a signed link. The order's id
 * alone opens nothing.
 */
export type OrderKey = { user_id?: string | null; secret?: string | null; token?: string | null };

/** Whoever asks, as the request context names them. */
type OrderReader = { account: { user_id: string } | null; cookies: Record<string, string | undefined> };

/**
 * Which rows of `orders o` a signed-in person may read: their own private ones, and those of a firm they are a member
 * of: owner and accountant see all of them, a purchaser the ones they placed.
 */
export function ownedBy(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`case when o.company_id is null then o.user_id = ${user_id}::uuid else exists (
    select from company_members m where m.company_id = o.company_id and m.user_id = ${user_id}::uuid
      and (m.role in ('owner', 'accountant') or o.user_id = m.user_id)
  ) end`;
}

export const secretCookie = 'orders';
/** A browser keeps the secret as long as it keeps any cookie. */
export const secretCookieSeconds = 34_560_000;

/** What somebody who asks can show of an order. */
export function orderKeyOf(reader: OrderReader, token?: string | null): OrderKey {
  return { user_id: reader.account?.user_id, secret: reader.cookies[secretCookie], token };
}

const linkDays = 90;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * The guest's secret for a new order: the one the browser already has, else one made from visitor and key, so that a
 * repeated call whose first answer was lost receives the same one.
 */
export function secretFor(keys: SecretKeys, cookie: string | undefined, visitor: string, key: string): string {
  return cookie && secretPattern.test(cookie) ? cookie : sign(keys, 'order secret', `${visitor} ${key}`);
}

/** The secret of a cookie is the one whose hash stands with the order; compared in constant time. */
export function isOwnSecret(secret: string | null | undefined, hash: Buffer | null): boolean {
  if (!secret || !hash || !secretPattern.test(secret)) return false;
  return timingSafeEqual(hashSecret(secret), hash);
}

/** The token of a signed link: good for 90 days from `now`. */
export function linkToken(keys: SecretKeys, order_id: string, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + linkDays * 86_400;
  return `${until.toString(36)}.${sign(keys, 'order link', `${order_id} ${until}`)}`;
}

/** The token is signed for this order and has not run out at `now`. */
export function isGoodToken(keys: SecretKeys, order_id: string, token: string | null | undefined, now: Date): boolean {
  const [, time, mark = ''] = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token ?? '') ?? [];
  if (!time) return false;
  const until = Number.parseInt(time, 36);
  return until * 1000 > now.getTime() && isSigned(keys, 'order link', `${order_id} ${until}`, mark);
}

/** Where the signed link of an email leads; `origin` is where the order was placed. */
export function orderLink(origin: string, order_id: string, token: string): string {
  return `${origin}/order/${order_id}/?token=${token}`;
}
