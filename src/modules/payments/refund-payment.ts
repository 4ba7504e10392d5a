import { sql } from 'kysely';
import { lockForPayment, markRefund } from '#modules/orders/payment-moves.ts';
import { spreadByLargestRemainder } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { handedOut, linesLeft, type RefundLine, readPaidLines, restOf } from './paid-lines.ts';
import { type PaidLine, type ReceiptItem, receiptItems } from './receipt-items.ts';
import type { ProcessState, ProviderName, RefundReason } from './schema.ts';

export type StoredRefund = {
  id: string;
  payment_id: string;
  order_id: string;
  /** The payment's id at its provider. */
  payment_provider_id: string | null;
  provider: ProviderName;
  amount: number;
  reason: RefundReason;
  note: string;
  state: ProcessState;
  provider_id: string | null;
  idempotence_key: string;
  request: unknown;
  created_at: Date;
};

export type RefundOrder = { reason: RefundReason; who: string; note?: string };

/**
 * Gives back lines of a paid order, goods and services (`servicePositions`), with their receipt; the money is sent by a
 * job. `expected`: what they must cost, kopecks; left out, it is not compared. Throws not_found, refund_impossible.
 */
export async function refundLines(
  db: Db,
  payment_id: string,
  wanted: RefundLine[],
  order: RefundOrder,
  now = new Date(),
  expected?: number,
): Promise<{ id: string; amount: number }> {
  const payment = await lockPaid(db, payment_id);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'succeeded') throw new Refusal('refund_impossible', {}, 'Этот платёж не состоялся');
  const lines = await readPaidLines(db, payment.order_id);
  const given = linesLeft(lines, await refundedLines(db, payment_id), wanted);
  const amount = given?.reduce((sum, line) => sum + line.sum, 0) ?? 0;
  if (!given || amount === 0) {
    throw new Refusal('refund_impossible', {}, 'Столько не вернуть: проверьте строки и то, что уже возвращено');
  }
  if (expected !== undefined && expected !== amount)
    throw new Refusal('refund_impossible', {}, 'Эти строки теперь стоят иначе: верните их на странице заказа');
  // Before the goods were handed over the prepayment goes back, afterwards the purchase itself.
  const items = receiptItems(given, payment.has_full ? 'full_payment' : 'full_prepayment');
  return keepRefund(db, payment, { lines: wanted, amount, items }, order, now);
}

/** Gives back whatever of a payment was not given back yet, save what the buyer `kept`; null when nothing is left. */
export async function refundRest(
  db: Db,
  payment_id: string,
  order: RefundOrder,
  now = new Date(),
  kept: RefundLine[] = [],
): Promise<{ id: string; amount: number } | null> {
  const payment = await lockPaid(db, payment_id);
  if (payment?.state !== 'succeeded' || payment.refunded === payment.amount) return null;
  const lines = await readPaidLines(db, payment.order_id);
  // Paid by a sum that the order had before: its present lines say nothing about this money, the receipt it came with
  // does.
  if (payment.refunded === 0 && lines.reduce((sum, line) => sum + line.sum, 0) !== payment.amount) {
    return keepRefund(db, payment, { lines: [], amount: payment.amount, items: payment.items ?? [] }, order, now);
  }
  const rest = restOf(lines, [...(await refundedLines(db, payment_id)), ...kept]);
  if (rest.length === 0) return null;
  return refundLines(db, payment_id, rest, order, now);
}

/**
 * The order has become cheaper by `amount` after its buyer agreed to other goods: that much goes back, with a receipt
 * that names the goods that went. `gone`: what they cost in the order, before and after; their sums are cut to
 * `amount`. Throws not_found, refund_impossible.
 */
export async function refundDifference(
  db: Db,
  order_id: string,
  amount: number,
  gone: PaidLine[],
  order: RefundOrder,
  now = new Date(),
): Promise<{ id: string; amount: number }> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where order_id = ${order_id}::uuid and state = 'succeeded' and amount - refunded > ${amount}
    order by amount - refunded desc, id limit 1`.execute(db);
  const payment = rows[0] && (await lockPaid(db, rows[0].id));
  if (!payment) throw new Refusal('refund_impossible', {}, 'Разницу вернуть нельзя: такой оплаты у заказа нет');
  const shares = spreadByLargestRemainder(
    amount,
    gone.map(({ sum }) => sum),
  );
  const lines = gone.map((line, index) => ({ ...line, sum: shares[index] ?? 0 }));
  const items = receiptItems(lines, payment.has_full ? 'full_payment' : 'full_prepayment');
  return keepRefund(db, payment, { lines: [], amount, items }, order, now);
}

type PaidPayment = {
  id: string;
  order_id: string;
  state: string;
  provider: string;
  amount: number;
  refunded: number;
  /** What the receipt of the payment named; null: money on the account has none. */
  items: ReceiptItem[] | null;
  has_full: boolean;
};

/**
 * The order first, as everything about its money locks it: then no receipt of full payment is written beside a refund.
 */
async function lockPaid(db: Db, payment_id: string): Promise<PaidPayment | null> {
  const known = await sql<{ order_id: string }>`
    select order_id from payments where id = ${payment_id}::uuid`.execute(db);
  if (!known.rows[0]) return null;
  await lockForPayment(db, known.rows[0].order_id);
  const { rows } = await sql<PaidPayment>`
    select p.id, p.order_id, p.state, p.provider, p.amount, p.refunded,
      (select r.items from receipts r where r.payment_id = p.id and r.kind = 'prepayment') as items,
      exists (select from receipts r where r.payment_id = p.id and r.kind = 'full') as has_full
    from payments p where p.id = ${payment_id}::uuid for update of p`.execute(db);
  return rows[0] ?? null;
}

async function keepRefund(
  db: Db,
  payment: PaidPayment,
  { lines, amount, items }: { lines: RefundLine[]; amount: number; items: ReceiptItem[] },
  { reason, who, note = '' }: RefundOrder,
  now: Date,
): Promise<{ id: string; amount: number }> {
  const { rows } = await sql<{ id: string }>`
    insert into refunds (payment_id, amount, lines, reason, note, who, created_at, changed_at)
    values (${payment.id}, ${amount}, ${JSON.stringify(lines)}::jsonb, ${reason}, ${note}, ${who}, ${now}, ${now})
    returning id`.execute(db);
  const { id } = ensure(rows[0]);
  if (payment.provider === 'account') return { id, amount };
  await sql`
    insert into receipts (payment_id, refund_id, kind, items, sum, created_at, changed_at)
    values (${payment.id}, ${id}, 'return', ${JSON.stringify(items)}::jsonb, ${amount}, ${now}, ${now})`.execute(db);
  await enqueue(db, 'send_refund', { refund_id: id }, { jobKey: `send refund ${id}` });
  return { id, amount };
}

/**
 * Gives back lines of an order from the payment that holds enough of it: what was missing at the desk. Throws not_found
 * when the order was never paid, refund_impossible.
 */
export async function refundOrderLines(
  db: Db,
  order_id: string,
  wanted: RefundLine[],
  order: RefundOrder,
  now = new Date(),
): Promise<{ id: string; amount: number }> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where order_id = ${order_id}::uuid and state = 'succeeded' and refunded < amount
    order by amount - refunded desc limit 1`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return refundLines(db, rows[0].id, wanted, order, now);
}

/** A cancelled order's money goes back, whatever of it is here, save for goods that were handed out before. */
export async function refundCancelled(db: Db, order_id: string, now = new Date()): Promise<void> {
  const order = await lockForPayment(db, order_id);
  if (order?.state !== 'cancelled') return;
  const { rows } = await sql<{ id: string }>`
    select id from payments where order_id = ${order_id}::uuid and state = 'succeeded' and refunded < amount
    order by paid_at`.execute(db);
  const kept = await handedOut(db, order_id);
  for (const { id } of rows) {
    await refundRest(db, id, { reason: 'cancelled', who: 'магазин', note: 'заказ отменён' }, now, kept);
  }
}

/** With what the provider must be told; null: there is none. */
export async function readRefund(db: Db, refund_id: string): Promise<StoredRefund | null> {
  const { rows } = await sql<StoredRefund>`
    select r.id, r.payment_id, p.order_id, p.provider_id as payment_provider_id, p.provider, r.amount, r.reason, r.note, r.state,
      r.provider_id, r.idempotence_key, r.request, r.created_at
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refund_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

export type SeenRefund = {
  provider_id: string;
  state: Exclude<ProcessState, 'new'>;
  amount: number;
  /** Our refund, as it was named when it was asked for; null: the provider does not say. */
  refund_id: string | null;
  /** Why it was refused, in the provider's words for staff. */
  cancellation_reason: string | null;
  receipt_state: ProcessState | null;
};

/**
 * Brings a refund to the state its provider names; a final one stays. The order's payment state and the emails follow.
 */
export async function applyRefund(db: Db, refund_id: string, seen: SeenRefund, now = new Date()): Promise<void> {
  const known = await readRefund(db, refund_id);
  const order = known && (await lockForPayment(db, known.order_id));
  const refund = order && (await readRefund(db, refund_id));
  if (!refund) return;
  if (seen.amount !== refund.amount) throw new Error(`Возврат ${refund_id}: сумма у платёжной системы другая`);
  if (refund.state === 'succeeded' || refund.state === 'canceled') return;
  await sql`
    update refunds set state = ${seen.state}, provider_id = ${seen.provider_id}, changed_at = ${now},
      cancellation_reason = ${seen.state === 'canceled' ? (seen.cancellation_reason ?? '') : null}
    where id = ${refund_id}`.execute(db);
  const receipt_state = seen.state === 'canceled' ? 'canceled' : seen.receipt_state;
  if (receipt_state) {
    await sql`update receipts set state = ${receipt_state}, changed_at = ${now} where refund_id = ${refund_id}`.execute(
      db,
    );
  }
  if (seen.state === 'canceled') {
    await enqueue(db, 'write_payment_emails', { refund_id, event: 'refund_failed' });
    return;
  }
  if (seen.state !== 'succeeded') return;
  const to = await stateAfterRefunds(db, order.id);
  if (to) await markRefund(db, order, to, { who: 'платёжная система', why: refund.note || 'деньги возвращены', now });
  await enqueue(db, 'write_payment_emails', { refund_id, event: 'refunded' });
  await enqueue(db, 'check_receipts', { payment_id: refund.payment_id });
}

/** Money paid twice, or by a former sum, does not count: the order stays as it is when that payment goes back. */
async function stateAfterRefunds(db: Db, order_id: string): Promise<'refunded' | 'partly_refunded' | null> {
  const { rows } = await sql<{ paid: number; back: number }>`
    select coalesce(sum(p.amount), 0)::bigint as paid, coalesce(sum((
      select sum(r.amount) from refunds r where r.payment_id = p.id and r.state = 'succeeded')), 0)::bigint as back
    from payments p
    where p.order_id = ${order_id} and p.state = 'succeeded'
      and not exists (select from refunds r where r.payment_id = p.id and r.reason = 'duplicate')`.execute(db);
  const { paid, back } = ensure(rows[0]);
  if (back === 0) return null;
  return back >= paid ? 'refunded' : 'partly_refunded';
}

async function refundedLines(db: Db, payment_id: string): Promise<RefundLine[]> {
  const { rows } = await sql<{ lines: RefundLine[] }>`
    select lines from refunds where payment_id = ${payment_id}::uuid and state <> 'canceled'`.execute(db);
  return rows.flatMap(({ lines }) => lines);
}

/** Our refund behind the provider's: by its id, else by ours; null: it was not made by the shop. */
export async function findRefund(
  db: Db,
  { provider_id, refund_id }: Pick<SeenRefund, 'provider_id' | 'refund_id'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from refunds where provider_id = ${provider_id} or (provider_id is null and id::text = ${refund_id}) limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
