import { createHash } from 'node:crypto';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { type CartRef, type CookieCart, withoutLines } from '#modules/cart/cart.ts';
import { type CookieRequest, guestCartCookies } from '#modules/cart/cookie-cart.ts';
import { takeCouponTry } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { networkOf } from '#platform/networks.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { seenCookie } from '#shared/seen-landings.ts';
import { buyerOf } from './buyer-of.ts';
import { countGuestOrder, guestLimits } from './guest-limits.ts';
import { secretCookie, secretCookieSeconds, secretFor } from './order-access.ts';
import { type OrderPlace, type PlacedOrder, placeOrder } from './place-order.ts';
import type { OrderInput } from './schema.ts';

/** Who orders, and from where; a RequestContext is one. */
export type OrderRequest = CookieRequest &
  Pick<OrderPlace, 'department' | 'priceContext' | 'address' | 'origin'> & {
    account: SignedIn | null;
    isLocal: boolean;
  };

/** What the shop's settings and its payment provider say of ordering. */
export type OrderTerms = Pick<OrderPlace, 'payment_methods' | 'most_paid_positions'> & {
  config: { MAIN_DOMAIN: string } & Parameters<typeof guestLimits>[0];
  keys: SecretKeys;
};

/**
 * What both entry points (the page's form and S7-32) do with an order: it is placed for whoever asks, under the key of
 * the call. `cart` is where a guest's ordered lines are taken from. Returns the order and the Set-Cookie values of its
 * answer. Throws what submitOrder throws.
 */
export async function takeOrder(
  db: Db,
  request: OrderRequest,
  cart: CartRef,
  { config, keys, ...payable }: OrderTerms,
  key: string,
  input: OrderInput,
): Promise<{ order: PlacedOrder; cookies: string[] }> {
  const { department, priceContext, address, origin, account } = request;
  // The first sending may carry no cookies, and so may the second.
  const visitor = request.visitor ?? visitorOfKey(key, address);
  const secret = secretFor(keys, request.cookies[secretCookie], visitor, key);
  const guest_limits = guestLimits(config, request);
  const place = { department, priceContext, visitor, key, secret, address, origin, guest_limits, ...payable };
  const order = await submitOrder(db, { ...place, buyer: buyerOf(account) }, input);
  const left = cartAfter(cart, order, input);
  const own = left ? guestCookies(request, config.MAIN_DOMAIN, { ...left, visitor }, secret) : [];
  return { order, cookies: [...own, ...forgottenLandings(request.cookies)] };
}

/**
 * placeOrder in a transaction of its own, begun again when the database ended it because of a deadlock; a coupon costs
 * a try before it is looked up, and has it back when the order is placed, so that the order form is no way to guess
 * codes: not even by orders that are refused before their coupon is judged, after which the code would be free
 * elsewhere. A guest's placed order is counted; a refused or repeated one is not. Throws what placeOrder throws, and
 * too_many.
 */
export async function submitOrder(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  const attempt = input.coupon === undefined ? null : await takeCouponTry(db, place, input.coupon);
  // Orders never deadlock with each other, but an exchange that writes the same stock in another order may.
  const order = await inRepeatedTransaction(db, (db) => placeAndCount(db, place, input));
  await attempt?.giveBack();
  return order;
}

async function placeAndCount(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  const order = await placeOrder(db, place, input);
  if (order.is_replay || place.buyer || !place.guest_limits) return order;
  const { email, phone } = input.contact;
  await countGuestOrder(db, place.guest_limits, { address: place.address, email, phone }, place.now ?? new Date());
  return order;
}

/**
 * From this length on a key holds 128 bits, however it is written (base64 22, hexadecimal 32, a UUID 36 characters).
 */
const unguessableLength = 22;

/**
 * The visitor of a call that carries none, so that the same Idempotency-Key without cookies places one order all the
 * same (S7-32): made from the key alone, for whoever repeats a key nobody can guess is its owner. A shorter key may be
 * somebody else's too and counts within one network only. Another body under the key is refused as ever, so that no
 * stranger is shown an order.
 */
function visitorOfKey(key: string, address: string): string {
  const owner = key.length >= unguessableLength ? '' : networkOf(address);
  const hex = createHash('sha256').update(`order key\n${owner}\n${key}`).digest('hex');
  // RFC 9562: version 8, a UUID of one's own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The guest's cart without exactly the ordered lines, the used coupon gone too (S7-32); null for a signed-in buyer:
 * placeOrder emptied the cart.
 */
function cartAfter(cart: CartRef, order: PlacedOrder, { left_in_cart }: OrderInput): CookieCart | null {
  if (cart.kept === 'account') return null;
  const ordered = order.products.map((line) => line.product_id);
  const rest = withoutLines(cart, ordered, left_in_cart);
  const isCouponUsed = order.coupon !== null && order.coupon === cart.coupon;
  return { ...rest, coupon: isCouponUsed ? null : rest.coupon };
}

/** An order counts once for the landing pages that were seen before it. */
function forgottenLandings(cookies: Record<string, string>): string[] {
  return cookies[seenCookie] === undefined
    ? []
    : [serializeCookie(seenCookie, '', { maxAgeSeconds: 0, httpOnly: true })];
}

/** Set-Cookie values of a guest's placed order: the secret that opens it (HttpOnly), and the cart that is left. */
function guestCookies(request: CookieRequest, mainDomain: string, left: CookieCart, secret: string): string[] {
  return [
    serializeCookie(secretCookie, secret, {
      domain: cookieDomain(request.host, mainDomain),
      httpOnly: true,
      secure: request.isSecure,
      maxAgeSeconds: secretCookieSeconds,
    }),
    ...guestCartCookies(request, mainDomain, left),
  ];
}
