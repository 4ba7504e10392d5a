import { sql } from 'kysely';
import { lockForPayment } from '#modules/orders/payment-moves.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { ensure } from '#shared/ensure.ts';
import { handedOut, linesLeft, type RefundLine, readPaidLines, restOf } from './paid-lines.ts';
import { itemsSum, type ReceiptItem, receiptItems } from './receipt-items.ts';
import type { ProcessState } from './schema.ts';

/** A receipt that is sent by a request of its own. */
export type StoredReceipt = {
  id: string;
  payment_id: string;
  order_id: string;
  /** Who took the payment. */
  provider: string;
  payment_provider_id: string | null;
  items: ReceiptItem[];
  sum: number;
  state: ProcessState;
  provider_id: string | null;
  idempotence_key: string;
  request: unknown;
};

/**
 * 54-ФЗ: goods paid beforehand were handed over, so the prepayment is offset by a receipt of full payment for what was
 * not given back, also for the part of a cancelled order that was handed out before. Once per payment; the job that
 * sends it is queued.
 */
export async function writeFullReceipts(db: Db, order_id: string, now = new Date()): Promise<void> {
  const order = await lockForPayment(db, order_id);
  const isOver = order?.state === 'completed' || order?.state === 'cancelled';
  if (!isOver || (order.state === 'cancelled' && (await handedOut(db, order_id)).length === 0)) return;
  const { rows } = await sql<{ id: string; returned: RefundLine[][] }>`
    select p.id, array(select lines from refunds r where r.payment_id = p.id and r.state <> 'canceled') as returned
    from payments p
    where p.order_id = ${order_id}::uuid and p.state = 'succeeded' and p.refunded < p.amount and p.provider <> 'account'
      and not exists (select from receipts r where r.payment_id = p.id and r.kind = 'full')`.execute(db);
  const lines = await readPaidLines(db, order_id);
  for (const { id, returned } of rows) {
    const before = returned.flat();
    const items = receiptItems(linesLeft(lines, before, restOf(lines, before)) ?? [], 'full_payment');
    const inserted = await sql<{ id: string }>`
      insert into receipts (payment_id, kind, items, sum, created_at, changed_at)
      values (${id}, 'full', ${JSON.stringify(items)}::jsonb, ${itemsSum(items)}, ${now}, ${now}) returning id`.execute(
      db,
    );
    const receipt_id = ensure(inserted.rows[0]).id;
    await enqueue(db, 'send_receipt', { receipt_id }, { jobKey: `send receipt ${receipt_id}` });
  }
}

/** null: there is none. */
export async function readReceipt(db: Db, receipt_id: string): Promise<StoredReceipt | null> {
  const { rows } = await sql<StoredReceipt>`
    select r.id, r.payment_id, p.order_id, p.provider, p.provider_id as payment_provider_id, r.items, r.sum, r.state, r.provider_id,
      r.idempotence_key, r.request
    from receipts r join payments p on p.id = r.payment_id where r.id = ${receipt_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** A receipt as the provider knows it. */
export type SeenReceipt = {
  provider_id: string;
  kind: 'payment' | 'refund';
  /** The refund it belongs to, by the provider's id. */
  refund_provider_id: string | null;
  state: Exclude<ProcessState, 'new'>;
  fiscal: Record<string, string> | null;
};

/** The answer to a receipt's own request. */
export async function applyReceipt(db: Db, receipt_id: string, seen: SeenReceipt, now = new Date()): Promise<void> {
  await sql`
    update receipts set state = ${seen.state}, provider_id = ${seen.provider_id}, changed_at = ${now},
      fiscal = coalesce(${seen.fiscal && JSON.stringify(seen.fiscal)}::jsonb, fiscal)
    where id = ${receipt_id}::uuid and state in ('new', 'pending')`.execute(db);
}

/**
 * What the cash desk did with the receipts of a payment: each is matched by its own id, else it is the one that
 * travelled with the payment or with that refund. Returns how many still wait.
 */
export async function noteReceipts(db: Db, payment_id: string, seen: SeenReceipt[], now = new Date()): Promise<number> {
  for (const receipt of seen) {
    await sql`
      update receipts r set state = ${receipt.state}, provider_id = ${receipt.provider_id}, changed_at = ${now},
        fiscal = coalesce(${receipt.fiscal && JSON.stringify(receipt.fiscal)}::jsonb, r.fiscal)
      where r.payment_id = ${payment_id}::uuid and (r.provider_id = ${receipt.provider_id}
        or (r.provider_id is null and not exists (select from receipts other where other.provider_id = ${receipt.provider_id})
          and case when ${receipt.kind} = 'refund'
            then r.refund_id = (select id from refunds where provider_id = ${receipt.refund_provider_id})
            else r.kind = 'prepayment' end))
        and (r.state <> ${receipt.state} or r.provider_id is null or r.fiscal is null)`.execute(db);
  }
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from receipts where payment_id = ${payment_id}::uuid and state in ('new', 'pending')`.execute(
    db,
  );
  return ensure(rows[0]).waiting;
}
