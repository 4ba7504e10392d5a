import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * When and in which branch this visitor last looked at the cart: the cookie `cart_look` = `{branch}.{since}.{last}`,
 * moments in seconds, base 36. It opens nothing and is read to name what changed in between.
 */
export type CartLook = {
  /** The branch whose prices the visitor knows; the present one when nothing is remembered. */
  branch: string;
  /** End of the previous visit; null on the first. */
  since: Date | null;
  /** What to write back. */
  value: string;
};

const cartLookCookie = 'cart_look';
const cartLookSeconds = 1_296_000;

/** A pause longer than this begins another visit. */
const visitPauseMs = 30 * 60_000;

/** Never throws: an unreadable cookie is a first look. */
export function readLook(cookies: Record<string, string>, branch: string, now: Date): CartLook {
  const match = /^([0-9]{5})\.([0-9a-z]{0,8})\.([0-9a-z]{1,8})$/.exec(cookies[cartLookCookie] ?? '');
  if (!match) return { branch, since: null, value: write(branch, null, now) };
  const [, known = branch, sinceText = '', lastText = ''] = match;
  const last = moment(lastText);
  const isNewVisit = now.getTime() - last.getTime() > visitPauseMs;
  const since = isNewVisit ? last : sinceText ? moment(sinceText) : null;
  return { branch: known, since, value: write(known, since, now) };
}

/** The value once the visitor has seen what changed with the city. */
export function lookHere(branch: string, now: Date): string {
  return write(branch, null, now);
}

/** The cookie that remembers when and where the cart was last looked at. */
export function lookCookie({ requestContext, config }: Pick<Shop, 'requestContext' | 'config'>, value: string): string {
  return serializeCookie(cartLookCookie, value, {
    domain: cookieDomain(requestContext.host, config.MAIN_DOMAIN),
    maxAgeSeconds: cartLookSeconds,
    httpOnly: true,
    secure: requestContext.isSecure,
  });
}

function write(branch: string, since: Date | null, last: Date): string {
  return `${branch}.${since ? seconds(since) : ''}.${seconds(last)}`;
}

function seconds(date: Date): string {
  return Math.floor(date.getTime() / 1000).toString(36);
}

function moment(text: string): Date {
  return new Date(Number.parseInt(text, 36) * 1000);
}
