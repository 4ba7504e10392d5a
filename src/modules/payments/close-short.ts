import { closeShort } from '#modules/orders/hand-over.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { rehearse } from '#platform/rehearse.ts';
import { ensure } from '#shared/ensure.ts';
import { refundOrderLines } from './refund-payment.ts';
import { checkSeen, planOf, type RefundPlan } from './staff-refund.ts';

type Refunded = { id: string; amount: number };

/**
 * Ends a partly given order without what is missing; money for it goes back where it was paid. `seen_amount`: what was
 * shown to go back, kopecks; 0: nothing; null: not asked. Call in a transaction. Returns the refund, null where nothing
 * was paid. Throws what closeShort and refundOrderLines throw, refund_changed {amount}.
 */
export async function closeShortByStaff(
  db: Db,
  order_id: string,
  { who, seen_amount }: { who: string; seen_amount: number | null },
  now = new Date(),
): Promise<Refunded | null> {
  const refunds: Refunded[] = [];
  const word = { reason: 'returned', who, note: 'не выдано при получении' } as const;
  await closeShort(
    db,
    order_id,
    async (missing) => {
      refunds.push(await refundOrderLines(db, order_id, missing, word, now));
    },
    { who, now },
  );
  const refund = refunds[0] ?? null;
  if (seen_amount !== null) checkSeen(seen_amount, refund?.amount ?? 0);
  return refund;
}

/**
 * The same, shown and not done. `refund` null: nothing goes back; `total`: what the order then costs, kopecks. Throws
 * what closeShortByStaff throws.
 */
export async function planCloseShort(db: Db, order_id: string): Promise<{ refund: RefundPlan | null; total: number }> {
  return rehearse(db, async (db) => {
    const refund = await closeShortByStaff(db, order_id, { who: 'магазин', seen_amount: null });
    const { total } = ensure(await getOrder(db, order_id));
    return { refund: refund && (await planOf(db, refund.id)), total };
  });
}
