import { countWrongCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderPlace, type PlacedOrder, placeOrder } from './place-order.ts';
import type { OrderInput } from './schema.ts';

/**
 * What both doors (the page's form and S7-32) do around placeOrder: one transaction, and after a rolled back one a wrong coupon still
 * counts as a try, so that the order form is no way to guess codes. Throws what placeOrder throws, and too_many.
 */
export async function submitOrder(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  try {
    return await db.transaction().execute((db) => placeOrder(db, place, input));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'coupon_refused') await countWrongCoupon(db, place);
    throw error;
  }
}
