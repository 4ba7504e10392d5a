import { sql } from 'kysely';
import { lockForPayment } from '#modules/orders/payment-moves.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { RefundLine } from './paid-lines.ts';
import { isRepeated } from './queries.ts';
import { readReceipt } from './receipts.ts';
import { readRefund, refundLines, type StoredRefund } from './refund-payment.ts';

/**
 * Asks the provider, as soon as the worker comes to it, what became of a payment, its refunds and receipts. Throws
 * not_found, also for money on the account, which nobody can be asked about.
 */
export async function askAboutPayment(db: Db, payment_id: string): Promise<void> {
  const { rows } = await sql<{ state: string; refunds: string[] }>`
    select p.state, array(select r.id from refunds r where r.payment_id = p.id and r.state in ('new', 'pending')) as refunds
    from payments p where p.id = ${payment_id}::uuid and p.provider <> 'account'`.execute(db);
  const [payment] = rows;
  if (!payment) throw new Refusal('not_found');
  const isOpen = payment.state !== 'succeeded' && payment.state !== 'canceled';
  if (isOpen) await enqueue(db, 'check_payment', { payment_id }, { jobKey: `check payment ${payment_id}` });
  for (const refund_id of payment.refunds)
    await enqueue(db, 'send_refund', { refund_id }, { jobKey: `send refund ${refund_id}` });
  if (payment.state === 'succeeded') await enqueue(db, 'check_receipts', { payment_id });
}

/**
 * A refund that the provider refused, once more: a new one of the same lines and sum. Call in a transaction. Throws
 * not_found, refund_impossible for one that was not refused, that stands repeated, or whose lines or money are no
 * longer there.
 */
export async function repeatRefund(
  db: Db,
  refund_id: string,
  who: string,
  now = new Date(),
): Promise<{ id: string; amount: number; order_id: string }> {
  const known = await readRefund(db, refund_id);
  const order = known && (await lockForPayment(db, known.order_id));
  const refund = order && (await readRefund(db, refund_id));
  if (!refund) throw new Refusal('not_found');
  if (refund.state !== 'canceled')
    throw new Refusal('refund_impossible', {}, 'Этот возврат не отклонён: повторять нечего');
  const { payment_id, amount, reason, note, order_id } = refund;
  const { first, lines, is_repeated, is_there } = await readRefused(db, refund_id);
  if (is_repeated) throw new Refusal('refund_impossible', {}, 'Этот возврат уже отправлен ещё раз');
  if (!is_there) throw new Refusal('refund_impossible', {}, 'Эти деньги уже возвращены другим возвратом');
  const { id } =
    lines.length > 0
      ? await refundLines(db, payment_id, lines, { reason, who, note }, now, amount)
      : await copyRefund(db, refund, who, now);
  await sql`update refunds set repeats = ${first}::uuid where id = ${id}::uuid`.execute(db);
  return { id, amount, order_id };
}

/** `first`: the refund that it repeats, else itself; `is_there`: as much money of its payment is left. */
async function readRefused(db: Db, refund_id: string) {
  const { rows } = await sql<{ first: string; lines: RefundLine[]; is_repeated: boolean; is_there: boolean }>`
    select coalesce(r.repeats, r.id) as first, r.lines, ${isRepeated(sql`r`)} as is_repeated,
      p.amount - p.refunded >= r.amount as is_there
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refund_id}::uuid`.execute(db);
  return ensure(rows[0]);
}

/** Of one that names no lines: the same sum and receipt. */
async function copyRefund(db: Db, refund: StoredRefund, who: string, now: Date): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into refunds (payment_id, amount, lines, reason, note, who, created_at, changed_at)
    select payment_id, amount, lines, reason, note, ${who}, ${now}, ${now} from refunds where id = ${refund.id}::uuid
    returning id`.execute(db);
  const { id } = ensure(rows[0]);
  await sql`
    insert into receipts (payment_id, refund_id, kind, items, sum, created_at, changed_at)
    select payment_id, ${id}::uuid, kind, items, sum, ${now}, ${now} from receipts where refund_id = ${refund.id}::uuid`.execute(
    db,
  );
  if (refund.provider !== 'account')
    await enqueue(db, 'send_refund', { refund_id: id }, { jobKey: `send refund ${id}` });
  return { id };
}

/**
 * A receipt of a hand-over that the cash desk refused, once more. Receipts of payments and of returns travel with their
 * money. Call in a transaction. Throws not_found, refund_impossible.
 */
export async function repeatReceipt(
  db: Db,
  receipt_id: string,
  now = new Date(),
): Promise<{ order_id: string; sum: number }> {
  const { rows } = await sql<{ id: string }>`
    update receipts set state = 'new', provider_id = null, request = null, idempotence_key = gen_random_uuid(),
      changed_at = ${now}
    where id = ${receipt_id}::uuid and kind = 'full' and state = 'canceled' returning id`.execute(db);
  const receipt = await readReceipt(db, receipt_id);
  if (!receipt) throw new Refusal('not_found');
  if (!rows[0]) {
    const words = 'Отдельно повторяют только чек полного расчёта с ошибкой: остальные идут вместе с деньгами';
    throw new Refusal('refund_impossible', {}, words);
  }
  await enqueue(db, 'send_receipt', { receipt_id }, { jobKey: `send receipt ${receipt_id}` });
  return { order_id: receipt.order_id, sum: receipt.sum };
}

/** Whose order a payment is of; null: there is no such payment. */
export async function orderOfPayment(db: Db, payment_id: string): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from payments where id = ${payment_id}::uuid`.execute(db);
  return rows[0] ? ensure(rows[0]).order_id : null;
}
