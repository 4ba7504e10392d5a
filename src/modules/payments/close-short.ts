import { closeShort } from '#modules/orders/hand-over.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { rehearse } from '#platform/rehearse.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { refundOrderLines } from './refund-payment.ts';
import { checkSeen, isOverLimit, planOf, type RefundPlan } from './staff-refund.ts';

type Refunded = { id: string; amount: number };

/**
 * Ends a partly given order without what is missing; money for it goes back where it was paid. `most`: what this person
 * may give back of the order in all, kopecks; null: without a limit. `seen_amount`: what was shown to go back, kopecks;
 * 0: nothing; null: not asked. Call in a transaction. Returns the refund, null where nothing was paid. Throws what
 * closeShort and refundOrderLines throw, refund_changed {amount}, over_refund_limit.
 */
export async function closeShortByStaff(
  db: Db,
  order_id: string,
  { who, most, seen_amount }: { who: string; most: number | null; seen_amount: number | null },
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
  const obstacle = refund && (await whyTooMuch(db, order_id, most));
  if (obstacle) throw new Refusal('over_refund_limit', { most }, obstacle);
  return refund;
}

/**
 * The same, shown and not done. `refund` null: nothing goes back; `total`: what the order then costs, kopecks; `taken`:
 * what of it was taken at the desk, null: it is not paid there; `obstacle`: why this person may not, in words. Throws
 * what closeShortByStaff throws, save over_refund_limit.
 */
export async function planCloseShort(
  db: Db,
  order_id: string,
  most: number | null,
): Promise<{ refund: RefundPlan | null; total: number; taken: number | null; obstacle: string | null }> {
  return rehearse(db, async (db) => {
    const refund = await closeShortByStaff(db, order_id, { who: 'магазин', most: null, seen_amount: null });
    const obstacle = refund && (await whyTooMuch(db, order_id, most));
    const { total, taken_kopecks, payment_method } = ensure(await getOrder(db, order_id));
    const taken = payment_method === 'on_receipt' ? taken_kopecks : null;
    return { refund: refund && (await planOf(db, refund.id)), total, taken, obstacle };
  });
}

async function whyTooMuch(db: Db, order_id: string, most: number | null): Promise<string | null> {
  if (most === null || !(await isOverLimit(db, order_id, most))) return null;
  return `Закрыть заказ, по которому вернётся больше ${formatPrice(most)}, может владелец`;
}
