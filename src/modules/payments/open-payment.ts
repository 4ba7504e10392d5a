import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { lockForPayment, markPayment, type PayableOrder } from '#modules/orders/payment-moves.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { isPaidOnline, isUnpaid } from '#shared/order-states.ts';
import { readPaidLines } from './paid-lines.ts';
import { type ReceiptItem, receiptItems } from './receipt-items.ts';
import type { PayMethod, ProviderName } from './schema.ts';

/** Row of an attempt as the integrations work with it. */
export type StoredPayment = {
  id: string;
  order_id: string;
  amount: number;
  method: PayMethod | 'transfer';
  provider: ProviderName;
  state: 'new' | 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  provider_id: string | null;
  idempotence_key: string;
  request: unknown;
  confirmation_url: string | null;
  confirmation_data: string | null;
  created_at: Date;
  asked_at: Date | null;
};

export type NewPayment = {
  order_id: string;
  method: PayMethod;
  provider: ProviderName;
  started_by: string;
  /**
   * The provider's request for this attempt, in its words: stored with it, so that a repeated one is the same byte for
   * byte.
   */
  requestFor(attempt: { id: string; amount: number; items: ReceiptItem[] }): unknown;
};

/** How long after the last change nobody has to ask about an attempt that is being created right now. */
const firstCheckMs = 10_000;

/**
 * The attempt to pay an order, also one to be paid on receipt as long as nothing of it was handed over: the open
 * one by the same method and of the present sum, if there is one (two tabs pay once), else a new one with its receipt;
 * an open one by another method or at another provider is left behind as replaced, and should it succeed all the same,
 * its money goes back. Throws not_found, nothing_due, awaits_approval.
 */
export async function openPayment(db: Db, wanted: NewPayment, now = new Date()): Promise<StoredPayment> {
  const order = await lockForPayment(db, wanted.order_id);
  if (!order) throw new Refusal('not_found');
  if (order.awaits_approval) throw new Refusal('awaits_approval');
  if (!isUnpaid(order.payment_state) || !isPayable(order) || order.state === 'cancelled' || order.total === 0)
    throw new Refusal('nothing_due');
  const open = await findOpenPayment(db, order.id);
  const isSame = open && open.method === wanted.method && open.provider === wanted.provider;
  if (isSame && open.amount === order.total) return open;
  if (open) await replace(db, open.id, now);

  const id = randomUUID();
  const items = receiptItems(await readPaidLines(db, order.id), 'full_prepayment');
  const { rows } = await sql<StoredPayment>`
    insert into payments (id, order_id, amount, method, provider, request, started_by, created_at, changed_at)
    values (${id}, ${order.id}, ${order.total}, ${wanted.method}, ${wanted.provider},
      ${JSON.stringify(wanted.requestFor({ id, amount: order.total, items }))}::jsonb, ${wanted.started_by}, ${now}, ${now})
    returning ${storedColumns}`.execute(db);
  await sql`
    insert into receipts (payment_id, kind, items, sum, created_at, changed_at)
    values (${id}, 'prepayment', ${JSON.stringify(items)}::jsonb, ${order.total}, ${now}, ${now})`.execute(db);
  await markPayment(db, order, 'pending', { who: wanted.started_by, why: 'начата оплата', now });
  await askLater(db, id, new Date(now.getTime() + firstCheckMs));
  return ensure(rows[0]);
}

function isPayable({ payment_method, has_given }: PayableOrder): boolean {
  if (payment_method === 'on_receipt') return !has_given;
  return isPaidOnline(payment_method);
}

/** Has the worker look at an attempt: the provider may be silent, or a notification lost. */
export async function askLater(db: Db, payment_id: string, runAt: Date): Promise<void> {
  await enqueue(db, 'check_payment', { payment_id }, { runAt, jobKey: `check payment ${payment_id}` });
}

/** The buyer wants another way: this attempt is left behind. False when it was over already. */
export async function leavePayment(db: Db, order_id: string, now = new Date()): Promise<boolean> {
  const order = await lockForPayment(db, order_id);
  const open = order && (await findOpenPayment(db, order_id));
  if (!open) return false;
  await replace(db, open.id, now);
  if (order.payment_state === 'pending') {
    await markPayment(db, order, 'unpaid', { who: 'покупатель', why: 'выбирает другой способ оплаты', now });
  }
  return true;
}

/** The attempt that may still bring money; an order has one at most. */
export async function findOpenPayment(db: Db, order_id: string): Promise<StoredPayment | null> {
  const { rows } = await sql<StoredPayment>`
    select ${storedColumns} from payments
    where order_id = ${order_id}::uuid and state in ('new', 'pending', 'waiting_for_capture')`.execute(db);
  return rows[0] ?? null;
}

/** null: there is none. */
export async function readPayment(db: Db, payment_id: string): Promise<StoredPayment | null> {
  const { rows } = await sql<StoredPayment>`
    select ${storedColumns} from payments where id = ${payment_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/**
 * Notes that the provider is being asked; false when it was asked a moment ago and the answer will hardly be another.
 */
export async function noteAsking(db: Db, payment_id: string, atLeastMs: number, now = new Date()): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments set asked_at = ${now}
    where id = ${payment_id}::uuid and (asked_at is null or asked_at <= ${new Date(now.getTime() - atLeastMs)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

async function replace(db: Db, payment_id: string, now: Date): Promise<void> {
  await sql`
    update payments set state = 'canceled', cancellation_reason = 'replaced', changed_at = ${now} where id = ${payment_id}`.execute(
    db,
  );
}

const storedColumns = sql.raw(
  `id, order_id, amount, method, provider, state, provider_id, idempotence_key, request, confirmation_url, confirmation_data,
  created_at, asked_at`,
);
