import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';
import { isUuid } from '#shared/uuid.ts';
import type { Cart } from './lines.ts';

const cookiePrefix = 'Basket_idd_';
const maxInt4 = 2_147_483_647;

/** The uuid a Basket cookie is named by, whoever's it is; null: no Basket cookie. */
export function guestOfCookie(name: string): string | null {
  const uuid = name.startsWith(cookiePrefix) ? name.slice(cookiePrefix.length) : '';
  return isUuid(uuid) ? uuid : null;
}

/** S9-01. The uuid is readable by scripts, so the name opens nothing. */
export function guestCartCookie(visitor: string): string {
  return cookiePrefix + visitor;
}

/**
 * Reads `1.{id}-{count}.…~{coupon}` (base 36) of this visitor. Never throws: a malformed line is left out, a malformed cookie is an
 * empty cart, lines of one product are joined, lines beyond the limit are cut; `is_repaired` tells.
 */
export function readGuestCart(cookies: Record<string, string>, visitor: string | null): Cart {
  const own = visitor === null ? null : guestCartCookie(visitor);
  const foreign = Object.keys(cookies).filter((name) => name.startsWith(cookiePrefix) && name !== own);
  const value = own === null ? undefined : cookies[own];
  return { visitor, foreign, version: null, ...parseGuestCart(value ?? '') };
}

/** The cookie's value as lines and coupon; see readGuestCart. */
export function parseGuestCart(value: string): Pick<Cart, 'lines' | 'coupon' | 'is_repaired'> {
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

/** The cookie's value, '' for an empty cart without a coupon. Throws cart_full when it would not fit: a cookie is never half-written. */
export function serializeGuestCart(cart: Pick<Cart, 'lines' | 'coupon'>): string {
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
