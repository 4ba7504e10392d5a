import { createHash } from 'node:crypto';
import type { Cart } from './lines.ts';

/** Marks a state of a cart for ETag and If-Match: the stored version, or a guest's lines and coupon in short. */
export function cartMark({ version, lines, coupon }: Cart): string {
  if (version !== null) return String(version);
  return createHash('sha256')
    .update(JSON.stringify([lines, coupon]))
    .digest('base64url')
    .slice(0, 16);
}
