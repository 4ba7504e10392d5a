import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';

/** What a guest's cookie holds: ids and counts, never prices. */
export type GuestCart = {
  /** Whose cookie it is; null: the visitor has no uuid yet, the next mutation makes one. */
  visitor: string | null;
  lines: { product_id: number; count: number }[];
  coupon: string | null;
  /** The cookie was unreadable in part: what could be read stands here, and the next writing mends it. */
  is_repaired: boolean;
  /** Names of other visitors' Basket cookies seen beside it; they are deleted with the next writing. */
  foreign: string[];
};

const cookiePrefix = 'Basket_idd_';
const maxInt4 = 2_147_483_647;

/** S9-01. The uuid is readable by scripts, so the name opens nothing. */
export function guestCartCookie(visitor: string): string {
  return cookiePrefix + visitor;
}

/**
 * Reads `1.{id}-{count}.…~{coupon}` (base 36) of this visitor. Never throws: a malformed line is left out, a malformed cookie is an
 * empty cart, lines of one product are joined, lines beyond the limit are cut; `is_repaired` tells.
 */
export function readGuestCart(cookies: Record<string, string>, visitor: string | null): GuestCart {
  const own = visitor === null ? null : guestCartCookie(visitor);
  const foreign = Object.keys(cookies).filter((name) => name.startsWith(cookiePrefix) && name !== own);
  const value = own === null ? undefined : cookies[own];
  return { visitor, foreign, ...parseGuestCart(value ?? '') };
}

/** The cookie's value as lines and coupon; see readGuestCart. */
export function parseGuestCart(value: string): Pick<GuestCart, 'lines' | 'coupon' | 'is_repaired'> {
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

/** The count grows if the line exists (S4-07). Throws cart_full or bad_count; the cart given stays as it was. */
export function withLine(cart: GuestCart, product_id: number, count: number): GuestCart {
  const present = cart.lines.find((line) => line.product_id === product_id);
  return withCount(cart, product_id, (present?.count ?? 0) + count);
}

/** Sets the count of a line, adding it where it is missing. Throws cart_full or bad_count. */
export function withCount(cart: GuestCart, product_id: number, count: number): GuestCart {
  if (!Number.isInteger(count) || count < 1 || count > cartLimits.maxCount) {
    throw new Refusal('bad_count', { min_count: 1, max_count: cartLimits.maxCount });
  }
  const isPresent = cart.lines.some((line) => line.product_id === product_id);
  if (!isPresent && cart.lines.length >= cartLimits.lines) throw new Refusal('cart_full');
  const lines = isPresent
    ? cart.lines.map((line) => (line.product_id === product_id ? { product_id, count } : line))
    : [...cart.lines, { product_id, count }];
  const changed = { ...cart, lines };
  serializeGuestCart(changed);
  return changed;
}

export function withoutLine(cart: GuestCart, product_id: number): GuestCart {
  return withoutLines(cart, [product_id]);
}

/** Drops exactly these products: what was ordered leaves, the rest stays (S7-32). */
export function withoutLines(cart: GuestCart, product_ids: number[]): GuestCart {
  return { ...cart, lines: cart.lines.filter((line) => !product_ids.includes(line.product_id)) };
}

/** S4-07: cleared, coupon included. */
export function emptied(cart: GuestCart): GuestCart {
  return { ...cart, lines: [], coupon: null };
}

/** S4-11. The code must have been proved by the database before (`proveCoupon`). */
export function withCoupon(cart: GuestCart, coupon: string): GuestCart {
  const changed = { ...cart, coupon };
  serializeGuestCart(changed);
  return changed;
}

export function withoutCoupon(cart: GuestCart): GuestCart {
  return { ...cart, coupon: null };
}

/** The cookie's value, '' for an empty cart without a coupon. Throws cart_full when it would not fit: a cookie is never half-written. */
export function serializeGuestCart(cart: Pick<GuestCart, 'lines' | 'coupon'>): string {
  if (cart.lines.length === 0 && cart.coupon === null) return '';
  const lines = cart.lines.map(({ product_id, count }) => `.${product_id.toString(36)}-${count.toString(36)}`);
  const value = `1${lines.join('')}${cart.coupon === null ? '' : `~${encodeURIComponent(cart.coupon)}`}`;
  if (cart.lines.length > cartLimits.lines || value.length > cartLimits.cookieBytes) throw new Refusal('cart_full');
  return value;
}

function parseLine(text: string): { product_id: number; count: number } | null {
  const match = /^([0-9a-z]{1,6})-([0-9a-z]{1,4})$/.exec(text);
  if (!match) return null;
  const product_id = Number.parseInt(match[1]!, 36);
  const count = Number.parseInt(match[2]!, 36);
  if (product_id < 1 || product_id > maxInt4 || count < 1 || count > cartLimits.maxCount) return null;
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
