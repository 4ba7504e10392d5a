import { takeCouponTry } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { countGuestOrder } from './guest-limits.ts';
import { type OrderPlace, type PlacedOrder, placeOrder } from './place-order.ts';
import type { OrderInput } from './schema.ts';

/** Orders never deadlock with each other, but an exchange that writes the same stock in another order may. */
const tries = 3;

/**
 * What both entry points (the page's form and S7-32) do around placeOrder: one transaction, begun again when the
 * database ended it because of a deadlock; a coupon costs a try before it is looked up, and has it back when the order
 * is placed, so that the order form is no way to guess codes: not even by orders that are refused before their coupon
 * is judged, after which the code would be free elsewhere. A guest's placed order is counted; a refused or repeated one
 * is not. Throws what placeOrder throws, and too_many.
 */
export async function submitOrder(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  const attempt = input.coupon === undefined ? null : await takeCouponTry(db, place, input.coupon);
  const order = await placeAgain(db, place, input);
  await attempt?.giveBack();
  return order;
}

async function placeAgain(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  for (let left = tries; ; left--) {
    try {
      return await db.transaction().execute((db) => placeAndCount(db, place, input));
    } catch (error) {
      if (left === 1 || !isDeadlock(error)) throw error;
    }
  }
}

async function placeAndCount(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  const order = await placeOrder(db, place, input);
  if (order.is_replay || place.buyer || !place.guest_limits) return order;
  const { email, phone } = input.contact;
  await countGuestOrder(db, place.guest_limits, { address: place.address, email, phone }, place.now ?? new Date());
  return order;
}

/** deadlock_detected or serialization_failure: nothing was done, and a new try may succeed. */
function isDeadlock(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40P01' || code === '40001';
}
