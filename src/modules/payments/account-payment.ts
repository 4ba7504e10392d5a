import { sql } from 'kysely';
import { keepReserved, lockForPayment, markPayment, type PayableOrder } from '#modules/orders/payment-moves.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { isPaidByAccount, isUnpaid } from '#shared/order-states.ts';
import { localTime, momentOf } from '#shared/zoned-time.ts';
import { applyRefund, readRefund, refundRest } from './refund-payment.ts';

/** What staff says of the money: the bank's document, what came, kopecks, and on which day ('YYYY-MM-DD') it came. */
type Transfer = { who: string; document: string; amount?: number; date?: string };

/**
 * Money that came to the shop's account (an invoice, a bank's credit): staff says so. The goods then wait without a
 * term. A firm's transfer needs no cash receipt. It is paid on the day that is named, by the branch's clock; without
 * one now. What came is not compared where it is left out; more than the order costs is taken where an invoice of it
 * asked for so much, and `back` of it goes back by a transfer. Throws not_found, nothing_due, awaits_approval,
 * wrong_transfer, bad_input {fields.date} for a day that has not come, or before the order's own.
 */
export async function markAccountPayment(
  db: Db,
  order_id: string,
  { who, document, amount, date }: Transfer,
  now = new Date(),
): Promise<{ id: string; amount: number; back: number }> {
  const order = await lockForPayment(db, order_id);
  if (!order) throw new Refusal('not_found');
  if (order.awaits_approval) throw new Refusal('awaits_approval');
  if (
    !isPaidByAccount(order.payment_method) ||
    !isUnpaid(order.payment_state) ||
    order.state === 'cancelled' ||
    order.total === 0
  )
    throw new Refusal('nothing_due');
  const former = amount === undefined || amount === order.total ? null : await formerInvoice(db, order, amount);
  const paid_at = date === undefined ? now : await momentOfTransfer(db, order_id, date, now);
  await sql`
    update payments set state = 'canceled', cancellation_reason = 'replaced', changed_at = ${now}
    where order_id = ${order_id}::uuid and state in ('new', 'pending', 'waiting_for_capture')`.execute(db);
  const insert = async (kopecks: number) => {
    const { rows } = await sql<{ id: string; amount: number }>`
      insert into payments (order_id, amount, method, provider, state, request, started_by, created_at, changed_at, paid_at)
      values (${order_id}::uuid, ${kopecks}, 'transfer', 'account', 'succeeded', ${JSON.stringify({ document })}::jsonb,
        ${who}, ${now}, ${now}, ${paid_at})
      returning id, amount`.execute(db);
    return ensure(rows[0]);
  };
  const payment = await insert(order.total);
  await markPayment(db, order, 'paid', { who, why: document, now });
  await keepReserved(db, order_id);
  await enqueue(db, 'write_payment_emails', { payment_id: payment.id, event: 'paid' });
  if (!former) return { ...payment, back: 0 };
  const { id } = await insert(former.back);
  const note = `оплачен прежний счёт № ${former.number}`;
  await refundRest(db, id, { reason: 'duplicate', who, note }, now);
  await writeHistory(db, order_id, { who, why: `${note}: лишние ${formatPrice(former.back)} возвращаются`, now });
  return { ...payment, back: former.back };
}

/**
 * The invoice of the order that asked for so much, when the order cost more: `back` kopecks of it are too many. Throws
 * wrong_transfer with what to do about any other sum.
 */
async function formerInvoice(db: Db, order: PayableOrder, amount: number): Promise<{ number: string; back: number }> {
  const { rows } = await sql<{ number: string }>`
    select content ->> 'number' as number from documents
    where order_id = ${order.id}::uuid and kind = 'invoice' and content -> 'total' = to_jsonb(${amount}::int8)
    order by revision desc limit 1`.execute(db);
  const number = rows[0]?.number ?? null;
  if (number !== null && amount > order.total) return { number, back: amount - order.total };
  const words = transferWords(order, amount, number);
  throw new Refusal('wrong_transfer', { fields: { amount: words } }, words);
}

function transferWords({ total }: PayableOrder, amount: number, former: string | null): string {
  const costs = `Пришло ${formatPrice(amount)}, а заказ стоит ${formatPrice(total)}`;
  if (amount > total) return `${costs}, и счёта на такую сумму у заказа не было: проверьте сумму`;
  const by = former === null ? '' : ` по прежнему счёту № ${former}`;
  const rest = formatPrice(total - amount);
  return `${costs}: не хватает${by} ${rest}. Попросите доплатить и, когда придёт остальное, отметьте переводы вместе: номера через «и», сумма ${formatPrice(total)}`;
}

/** The days on which an order may have been paid, 'YYYY-MM-DD' by its branch's clock: from its own to today. */
type Days = { first: string; today: string; time_zone: string };

async function daysOf(db: Db, order_id: string, now: Date): Promise<Days> {
  const { rows } = await sql<{ created_at: Date; time_zone: string }>`
    select o.created_at, d.time_zone from orders o join departments d on d.id_1c = o.department_id_1c
    where o.id = ${order_id}::uuid`.execute(db);
  const { created_at, time_zone } = ensure(rows[0]);
  return { first: localTime(created_at, time_zone).date, today: localTime(now, time_zone).date, time_zone };
}

/** Of the days on which the order may have been paid the one nearest to that which another program names. */
export async function nearestDay(db: Db, order_id: string, date: string, now: Date): Promise<string> {
  const { first, today } = await daysOf(db, order_id, now);
  if (date > today) return today;
  return date < first ? first : date;
}

/** Of a day before today the hour is not known: its beginning. */
async function momentOfTransfer(db: Db, order_id: string, date: string, now: Date): Promise<Date> {
  const { first, today, time_zone } = await daysOf(db, order_id, now);
  if (date > today) throw wrongDay('Этот день ещё не наступил');
  if (date < first) throw wrongDay(`Заказа в этот день ещё не было, он от ${formatDay(first)}`);
  return date === today ? now : momentOf(date, 0, time_zone);
}

function wrongDay(words: string): Refusal {
  return new Refusal('bad_input', { fields: { date: words } }, words);
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
  const { rows } = await sql<{ has_receipts: boolean }>`
    select exists (select from receipts where payment_id = p.id and state <> 'canceled') as has_receipts
    from payments p where p.id = ${payment_id}::uuid and p.provider = 'account' and p.state = 'succeeded' for update`.execute(
    db,
  );
  const [payment] = rows;
  if (!order || !payment) throw new Refusal('not_found');
  if (await wentBack(db, payment_id)) {
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

/** Whether money of the transfer, also what came with it above the sum of the order, went back or is about to. */
export async function wentBack(db: Db, payment_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments p join payments q on q.order_id = p.order_id and q.provider = p.provider and q.request = p.request
    join refunds r on r.payment_id = q.id and r.state <> 'canceled'
    where p.id = ${payment_id}::uuid and p.provider = 'account' and q.state = 'succeeded' limit 1`.execute(db);
  return rows.length > 0;
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
