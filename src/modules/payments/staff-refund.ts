import { sql } from 'kysely';
import { moveOrder } from '#modules/orders/move-order.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { rehearse } from '#platform/rehearse.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { type RefundLine, readPaidLines, restOf } from './paid-lines.ts';
import type { ReceiptItem } from './receipt-items.ts';
import { refundCancelled, refundLines, refundRest } from './refund-payment.ts';
import { repeatRefund } from './repeat.ts';
import { type PayMethod, payMethodWords } from './schema.ts';

/** A refund as it is shown before it is done; kopecks. */
export type RefundPlan = {
  payment_id: string;
  amount: number;
  /** Where the money goes, in words: «На банковскую карту, с которой платили». */
  destination: string;
  /** Lines of the receipt of return; empty: a transfer has none. */
  items: Pick<ReceiptItem, 'name' | 'count' | 'price' | 'vat_rate'>[];
};

/** What can still be given back of an order by its lines, services among them (`servicePositions`). */
export type RefundableLine = { position: number; name: string; count: number; left: number; sum: number };

/**
 * `lines`: null: everything that is left. `most`: what this person may give back of one order in all, kopecks; null:
 * without a limit. `seen_amount`: what was shown before; null: not asked.
 */
export type StaffRefund = {
  lines: RefundLine[] | null;
  note: string;
  who: string;
  most: number | null;
  seen_amount: number | null;
};

/**
 * Gives money of a paid order back by the word of staff, from the payment that holds most of it. Call in a transaction.
 * Throws not_found for an order that nobody paid, refund_impossible, refund_changed {amount}, over_refund_limit.
 */
export async function refundByStaff(
  db: Db,
  order_id: string,
  { lines, note, who, most, seen_amount }: StaffRefund,
  now = new Date(),
): Promise<{ id: string; amount: number }> {
  if (note.trim() === '')
    throw new Refusal('bad_input', { fields: { note: 'Напишите причину: её увидит покупатель' } });
  const payment_id = await paidPayment(db, order_id);
  const order = { reason: 'returned', who, note: note.trim().slice(0, 500) } as const;
  const refund = lines
    ? await refundLines(db, payment_id, lines, order, now)
    : await refundRest(db, payment_id, order, now);
  if (!refund) throw new Refusal('refund_impossible', {}, 'По этому заказу возвращать уже нечего');
  if (seen_amount !== null) checkSeen(seen_amount, refund.amount);
  if (most !== null) await checkLimit(db, order_id, most);
  return refund;
}

/** The same, shown and not done. Throws what refundByStaff throws. */
export async function planStaffRefund(
  db: Db,
  order_id: string,
  lines: RefundLine[] | null,
  most: number | null,
): Promise<RefundPlan> {
  const asked = { lines, note: 'возврат', who: 'магазин', most, seen_amount: null };
  return rehearse(db, async (db) => planOf(db, (await refundByStaff(db, order_id, asked)).id));
}

/** What was shown to go back is what goes, kopecks. Throws refund_changed {amount}. */
export function checkSeen(seen_amount: number, amount: number): void {
  if (seen_amount === amount) return;
  const words = `Пока вы смотрели, сумма возврата изменилась: теперь ${formatPrice(amount)}`;
  throw new Refusal('refund_changed', { amount }, words);
}

/**
 * A refused refund, sent again by the word of staff: what this person may give back of the order in all bounds it, too.
 * `most`: kopecks; null: without a limit. Call in a transaction. Throws what repeatRefund throws, over_refund_limit.
 */
export async function repeatByStaff(
  db: Db,
  refund_id: string,
  { who, most }: { who: string; most: number | null },
  now = new Date(),
): Promise<{ id: string; amount: number }> {
  const { order_id, ...refund } = await repeatRefund(db, refund_id, who, now);
  // Of money that came late or twice no word of staff is counted: it is bounded by itself.
  const sum = Math.max(refund.amount, await givenBack(db, order_id));
  if (most !== null && sum > most) throw new Refusal('over_refund_limit', { most }, limitWords(most));
  return refund;
}

/**
 * Cancels an order by the word of staff. Its money goes back by itself, so what this person may give back bounds it,
 * too. Call in a transaction. Throws what moveOrder throws, over_refund_limit.
 */
export async function cancelByStaff(
  db: Db,
  order_id: string,
  { who, why, most, now = new Date() }: { who: string; why: string; most: number | null; now?: Date },
): Promise<void> {
  const before = await givenBack(db, order_id);
  await moveOrder(db, order_id, 'cancelled', { who, why, now });
  if (most === null) return;
  // What the queue does later anyway: only then it is known how much it is.
  await refundCancelled(db, order_id, now);
  const after = await givenBack(db, order_id);
  if (after > before && after > most) throw new Refusal('over_refund_limit', { most }, cancelWords(most));
}

/**
 * What goes back when the order is cancelled now. `obstacle`: why this person may not, in words. Throws what moveOrder
 * throws.
 */
export async function planCancelRefund(
  db: Db,
  order_id: string,
  most: number | null,
): Promise<{ refunds: RefundPlan[]; obstacle: string | null }> {
  return rehearse(db, async (db) => {
    const before = await refundIds(db, order_id);
    await moveOrder(db, order_id, 'cancelled', { who: 'магазин' });
    await refundCancelled(db, order_id);
    const after = await refundIds(db, order_id);
    const plans: RefundPlan[] = [];
    for (const id of after) if (!before.includes(id)) plans.push(await planOf(db, id));
    const isOver = plans.length > 0 && (await isOverLimit(db, order_id, most));
    return { refunds: plans, obstacle: isOver ? cancelWords(most ?? 0) : null };
  });
}

function cancelWords(most: number): string {
  return `Отменить заказ, по которому вернётся больше ${formatPrice(most)}, может владелец`;
}

/** All that went back of the order by the word of staff, kopecks, so that a large sum is not made of small ones. */
async function givenBack(db: Db, order_id: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(r.amount), 0)::bigint as sum from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order_id}::uuid and r.reason in ('returned', 'cancelled') and r.state <> 'canceled'`.execute(
    db,
  );
  return ensure(rows[0]).sum;
}

/** Lines of the payment that would be given back from, with what is left of each; empty: nothing is paid. */
export async function refundableLines(db: Db, order_id: string): Promise<RefundableLine[]> {
  const payment_id = await findPaid(db, order_id);
  if (!payment_id) return [];
  const { rows } = await sql<{ lines: RefundLine[] }>`
    select lines from refunds where payment_id = ${payment_id}::uuid and state <> 'canceled'`.execute(db);
  const lines = await readPaidLines(db, order_id);
  const left = restOf(
    lines,
    rows.flatMap(({ lines }) => lines),
  );
  return lines.map(({ position, name, count, sum }) => ({
    position,
    name,
    count,
    sum,
    left: left.find((line) => line.position === position)?.count ?? 0,
  }));
}

async function findPaid(db: Db, order_id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where order_id = ${order_id}::uuid and state = 'succeeded' and refunded < amount
    order by amount - refunded desc, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function paidPayment(db: Db, order_id: string): Promise<string> {
  const id = await findPaid(db, order_id);
  if (!id) throw new Refusal('refund_impossible', {}, 'Оплаты, которую можно вернуть, у заказа нет');
  return id;
}

/**
 * `most`: kopecks that whoever asks may give back of the order in all. Call in the transaction of the refund. Throws
 * over_refund_limit.
 */
export async function checkLimit(db: Db, order_id: string, most: number): Promise<void> {
  if (await isOverLimit(db, order_id, most)) throw new Refusal('over_refund_limit', { most }, limitWords(most));
}

/** Whether more than `most` kopecks went back of the order by the word of staff; null: without a limit. */
export async function isOverLimit(db: Db, order_id: string, most: number | null): Promise<boolean> {
  return most !== null && (await givenBack(db, order_id)) > most;
}

function limitWords(most: number): string {
  return `Вернуть по заказу больше ${formatPrice(most)} может владелец или бухгалтер`;
}

async function refundIds(db: Db, order_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order_id}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

/** A refund as it stands, in the words of a plan. Call in the transaction that made it. */
export async function planOf(db: Db, refund_id: string): Promise<RefundPlan> {
  const { rows } = await sql<{
    payment_id: string;
    amount: number;
    method: PayMethod | 'transfer';
    items: ReceiptItem[] | null;
  }>`
    select r.payment_id, r.amount, p.method, (select c.items from receipts c where c.refund_id = r.id) as items
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refund_id}::uuid`.execute(db);
  const { payment_id, amount, method, items } = ensure(rows[0]);
  return {
    payment_id,
    amount,
    destination: destinationWords[method],
    items: (items ?? []).map(({ name, count, price, vat_rate }) => ({ name, count, price, vat_rate })),
  };
}

/** Where the money of a payment made so goes back to. */
const destinationWords: Record<PayMethod | 'transfer', string> = {
  card: 'На карту, с которой платили',
  sbp: 'На счёт, с которого платили по СБП',
  credit: 'Банку, который дал кредит',
  transfer: 'Переводом на счёт покупателя: его отправит бухгалтер',
};

/** For lists: how it was paid. */
export function methodWord(method: PayMethod | 'transfer'): string {
  return payMethodWords[method];
}
