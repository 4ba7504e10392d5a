import { sql } from 'kysely';
import {
  becomePaidOnline,
  keepReserved,
  lockForPayment,
  markPayment,
  type PayableOrder,
  reserveAgain,
} from '#modules/orders/payment-moves.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { isUnpaid } from '#shared/order-states.ts';
import { type CancellationReason, cancellationWords } from './cancellation-words.ts';
import { readPayment, type StoredPayment } from './open-payment.ts';
import { refundRest } from './refund-payment.ts';
import { type AttemptState, isOpen, type ProcessState } from './schema.ts';

/** A payment as the provider states it when asked. Kopecks. */
export type SeenPayment = {
  provider_id: string;
  state: Exclude<AttemptState, 'new'>;
  amount: number;
  currency: string;
  /** What we named when it was created. */
  payment_id: string | null;
  order_id: string | null;
  confirmation_url: string | null;
  confirmation_data: string | null;
  /** null: it does not say. */
  cancellation_reason: CancellationReason | null;
  receipt_state: ProcessState | null;
};

export type Applied = 'changed' | 'unchanged' | 'mismatch' | 'unknown';

/**
 * Brings an attempt to the state its provider names; asking twice, late or out of order changes nothing more: what
 * succeeded stays so. A success pays the order; a second one, one by a sum the order no longer has, or one for an order
 * that is over is given back; after an expiry the goods are reserved again first, if they are there (S7-36). A payment
 * that does not fit its attempt (sum, currency, order) is not acted upon: 'mismatch'.
 */
export async function applyPayment(db: Db, seen: SeenPayment, now = new Date()): Promise<Applied> {
  const known = await findPaymentOf(db, seen);
  const order = known && (await lockForPayment(db, known.order_id));
  const payment = order && (await readPayment(db, known.id));
  if (!payment) return 'unknown';
  const isSame = payment.provider_id === null || payment.provider_id === seen.provider_id;
  const isOurs = seen.payment_id === payment.id && seen.order_id === payment.order_id;
  if (!isSame || !isOurs || seen.amount !== payment.amount || seen.currency !== 'RUB') return 'mismatch';
  if (seen.receipt_state) await noteReceipt(db, payment.id, seen.receipt_state, now);
  if (payment.state === 'succeeded') return 'unchanged';
  if (payment.state === 'canceled' && seen.state !== 'succeeded') return await keepId(db, payment, seen);
  await store(db, payment, seen, now);
  if (seen.state === 'succeeded') await settle(db, order, payment, now);
  if (seen.state === 'canceled') await giveUp(db, order, seen.cancellation_reason, now);
  return seen.state === payment.state && payment.provider_id !== null ? 'unchanged' : 'changed';
}

/** The provider will never take this attempt: refused outright, or silent for longer than it remembers keys. */
export async function dropPayment(
  db: Db,
  payment_id: string,
  reason: 'rejected' | 'provider_silent' | 'order_over',
  now = new Date(),
): Promise<void> {
  const known = await readPayment(db, payment_id);
  const order = known && (await lockForPayment(db, known.order_id));
  const payment = order && (await readPayment(db, payment_id));
  if (!payment || !isOpen(payment.state) || payment.provider_id !== null) return;
  await sql`
    update payments set state = 'canceled', cancellation_reason = ${reason}, changed_at = ${now} where id = ${payment_id}`.execute(
    db,
  );
  await giveUp(db, order, reason, now);
}

async function findPaymentOf(
  db: Db,
  { payment_id, provider_id }: SeenPayment,
): Promise<{ id: string; order_id: string } | null> {
  const { rows } = await sql<{ id: string; order_id: string }>`
    select id, order_id from payments where provider_id = ${provider_id} or id::text = ${payment_id}
    order by provider_id = ${provider_id} desc nulls last limit 1`.execute(db);
  return rows[0] ?? null;
}

async function keepId(db: Db, { id, provider_id }: StoredPayment, seen: SeenPayment): Promise<Applied> {
  if (provider_id !== null) return 'unchanged';
  await sql`update payments set provider_id = ${seen.provider_id} where id = ${id}`.execute(db);
  return 'changed';
}

async function store(db: Db, { id }: StoredPayment, seen: SeenPayment, now: Date): Promise<void> {
  await sql`
    update payments set state = ${seen.state}, provider_id = ${seen.provider_id},
      confirmation_url = coalesce(${seen.confirmation_url}, confirmation_url),
      confirmation_data = coalesce(${seen.confirmation_data}, confirmation_data),
      cancellation_reason = ${seen.state === 'canceled' ? (seen.cancellation_reason ?? 'declined') : null},
      paid_at = ${seen.state === 'succeeded' ? now : null}::timestamptz, changed_at = ${now}
    where id = ${id}`.execute(db);
}

async function settle(db: Db, order: PayableOrder, payment: StoredPayment, now: Date): Promise<void> {
  const who = { who: 'платёжная система', now };
  const isPaidAlready = !isUnpaid(order.payment_state);
  await enqueue(db, 'check_receipts', { payment_id: payment.id });
  if (payment.amount !== order.total) {
    const note = 'сумма заказа с тех пор изменилась';
    await refundRest(db, payment.id, { reason: 'duplicate', who: 'магазин', note }, now);
    await writeHistory(db, order.id, { ...who, why: 'пришла оплата на прежнюю сумму, деньги возвращаются' });
    return;
  }
  if (isPaidAlready) {
    await refundRest(db, payment.id, { reason: 'duplicate', who: 'магазин', note: 'заказ уже оплачен' }, now);
    return;
  }
  if (order.payment_method === 'on_receipt' && order.has_given) {
    const note = 'часть заказа уже выдана, его оплачивают на месте';
    await refundRest(db, payment.id, { reason: 'duplicate', who: 'магазин', note }, now);
    await writeHistory(db, order.id, { ...who, why: `пришла оплата онлайн, деньги возвращаются: ${note}` });
    return;
  }
  await markPayment(db, order, 'paid', { ...who, why: 'деньги получены' });
  await becomePaidOnline(db, order);
  if (order.state !== 'cancelled') {
    await keepReserved(db, order.id);
    await enqueue(db, 'write_payment_emails', { payment_id: payment.id, event: 'paid' });
    if (order.state === 'completed') await enqueue(db, 'settle_payment', { order_id: order.id });
    return;
  }
  const isBack =
    order.is_expired &&
    (await reserveAgain(db, order.id, { ...who, why: 'оплачен после срока, товары зарезервированы снова' }));
  if (isBack) {
    await enqueue(db, 'write_payment_emails', { payment_id: payment.id, event: 'paid' });
    return;
  }
  const reason = order.is_expired ? 'late' : 'cancelled';
  const note = order.is_expired ? 'оплачен после срока, товаров уже нет' : 'заказ отменён до оплаты';
  await refundRest(db, payment.id, { reason, who: 'магазин', note }, now);
}

/** The order waits for its money again. */
async function giveUp(db: Db, order: PayableOrder, reason: CancellationReason | null, now: Date): Promise<void> {
  if (order.payment_state !== 'pending') return;
  const why = `платёж не прошёл: ${lowerFirst(cancellationWords(reason))}`;
  await markPayment(db, order, 'unpaid', { who: 'платёжная система', why, now });
}

async function noteReceipt(db: Db, payment_id: string, state: ProcessState, now: Date): Promise<void> {
  await sql`
    update receipts set state = ${state}, changed_at = ${now}
    where payment_id = ${payment_id} and kind = 'prepayment' and state in ('new', 'pending') and state <> ${state}`.execute(
    db,
  );
}
