import { createHash } from 'node:crypto';
import type { Cart } from './cart.ts';

/** Marks a state of a cart for ETag and If-Match: the stored version, or a guest's lines and coupon in short. */
export function cartEtag(cart: Cart): string {
  if (cart.kept === 'account') return String(cart.version);
  return createHash('sha256')
    .update(JSON.stringify([cart.lines, cart.coupon]))
    .digest('base64url')
    .slice(0, 16);
}
