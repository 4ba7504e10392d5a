import { sql } from 'kysely';
import { keepReserved, lockForPayment, markPayment } from '#modules/orders/payment-moves.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { isPaidByAccount } from '#shared/order-states.ts';
import { applyRefund, readRefund } from './refund-payment.ts';

/**
 * Money that came to the shop's account (an invoice, a bank's credit): staff says so. The goods then wait without a
 * term. A firm's transfer needs no cash receipt. `amount`: what came, kopecks; left out, it is not compared. Throws
 * not_found, nothing_due, awaits_approval, wrong_transfer.
 */
export async function markAccountPayment(
  db: Db,
  order_id: string,
  { who, document, amount }: { who: string; document: string; amount?: number },
  now = new Date(),
): Promise<{ id: string; amount: number }> {
  const order = await lockForPayment(db, order_id);
  if (!order) throw new Refusal('not_found');
  if (order.awaits_approval) throw new Refusal('awaits_approval');
  const isAwaited = order.payment_state === 'unpaid' || order.payment_state === 'pending';
  if (!isPaidByAccount(order.payment_method) || !isAwaited || order.state === 'cancelled' || order.total === 0)
    throw new Refusal('nothing_due');
  if (amount !== undefined && amount !== order.total) {
    const words = `Пришло ${formatPrice(amount)}, а заказ стоит ${formatPrice(order.total)}: суммы должны совпасть`;
    throw new Refusal('wrong_transfer', { fields: { amount: words } }, words);
  }
  await sql`
    update payments set state = 'canceled', cancellation_reason = 'replaced', changed_at = ${now}
    where order_id = ${order_id}::uuid and state in ('new', 'pending', 'waiting_for_capture')`.execute(db);
  const { rows } = await sql<{ id: string; amount: number }>`
    insert into payments (order_id, amount, method, provider, state, request, started_by, created_at, changed_at, paid_at)
    values (${order_id}::uuid, ${order.total}, 'transfer', 'account', 'succeeded', ${JSON.stringify({ document })}::jsonb, ${who},
      ${now}, ${now}, ${now})
    returning id, amount`.execute(db);
  const payment = ensure(rows[0]);
  await markPayment(db, order, 'paid', { who, why: document, now });
  await keepReserved(db, order_id);
  await enqueue(db, 'write_payment_emails', { payment_id: payment.id, event: 'paid' });
  return payment;
}

/**
 * Money on the account that is not there after all: its payment is cancelled and the order unpaid again; its goods stay
 * reserved, without a term, until people decide. Throws not_found, and payment_stays with the reason in words where
 * something of the money went back, or a receipt tells of it.
 */
export async function withdrawAccountPayment(
  db: Db,
  payment_id: string,
  { who, why, now }: { who: string; why: string; now: Date },
): Promise<void> {
  const known = await sql<{ order_id: string }>`
    select order_id from payments where id = ${payment_id}::uuid`.execute(db);
  const order = known.rows[0] && (await lockForPayment(db, known.rows[0].order_id));
  const { rows } = await sql<{ has_refunds: boolean; has_receipts: boolean }>`
    select exists (select from refunds where payment_id = p.id and state <> 'canceled') as has_refunds,
      exists (select from receipts where payment_id = p.id and state <> 'canceled') as has_receipts
    from payments p where p.id = ${payment_id}::uuid and p.provider = 'account' and p.state = 'succeeded' for update`.execute(
    db,
  );
  const [payment] = rows;
  if (!order || !payment) throw new Refusal('not_found');
  if (payment.has_refunds) {
    throw new Refusal('payment_stays', {}, 'деньги по заказу уже возвращали: проверьте, сколько их теперь');
  }
  if (payment.has_receipts) {
    throw new Refusal('payment_stays', {}, 'по оплате есть чек: сначала нужен чек возврата или коррекции');
  }
  await sql`
    update payments set state = 'canceled', cancellation_reason = 'withdrawn', paid_at = null, changed_at = ${now}
    where id = ${payment_id}::uuid`.execute(db);
  await markPayment(db, order, 'unpaid', { who, why: why.slice(0, 1_000), now });
}

/** The accountant has sent a refund of a transfer back. Throws not_found. */
export async function markAccountRefund(db: Db, refund_id: string, now = new Date()): Promise<void> {
  const refund = await readRefund(db, refund_id);
  if (refund?.provider !== 'account') throw new Refusal('not_found');
  await applyRefund(
    db,
    refund_id,
    {
      provider_id: `account ${refund_id}`,
      state: 'succeeded',
      amount: refund.amount,
      refund_id,
      cancellation_reason: null,
      receipt_state: null,
    },
    now,
  );
}
