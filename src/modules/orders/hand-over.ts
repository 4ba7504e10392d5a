import { sql } from 'kysely';
import { unitsNow } from '#modules/catalogue/categories.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { mayLeaveUnpaid, type PaidBy } from '#shared/deferral.ts';
import { ensure } from '#shared/ensure.ts';
import { isUnpaid, type OrderState, type PaymentState, type ReceivingType } from '#shared/order-states.ts';
import { dueForPart, sumUpTo } from '#shared/part-sums.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import { deferralDays } from './deferral-days.ts';
import { bonusesOfLeft } from './end-hold.ts';
import { keepFormer } from './keep-former.ts';
import { type Mover, moveOrder } from './move-order.ts';
import { markPayment } from './payment-moves.ts';
import type { OrderSummary, OrderView } from './queries.ts';
import { queuePapers } from './queue-papers.ts';
import { handOverCounts } from './stock.ts';
import { writeHistory } from './write-history.ts';

/** A line of an order as the desk sees it; counts in sales units. */
export type WaitingLine = {
  order_line_id: number;
  position: number;
  product_id: number;
  image: string | null;
  name: string;
  article: string | null;
  unit: string;
  shown_unit: ShownUnit;
  /** Ordered, and what of it still waits to be given out. */
  count: number;
  waiting: number;
  /** What all of it costs, kopecks. */
  sum: number;
};

export type GivenLine = { order_line_id: number; count: number };

/** What of an order still waits to be given out, in the order of its lines. */
export async function waitingLines(db: Db, order_id: string): Promise<WaitingLine[]> {
  const { rows } = await sql<Omit<WaitingLine, 'shown_unit'>>`
    select l.id as order_line_id, l.position, l.product_id, p.images[1] as image, l.name, l.article, l.unit, l.count, l.sum,
      coalesce(r.count, 0) as waiting
    from order_lines l join products p on p.id = l.product_id
    left join reservations r on r.order_line_id = l.id and r.ended_at is null
    where l.order_id = ${order_id}::uuid order by l.position`.execute(db);
  const units = await unitsNow(db);
  return rows.map((line) => ({ ...line, shown_unit: units.shown(line.unit) }));
}

/** How much of each line has left, in sales units, in the order of the lines. */
export async function givenCounts(db: Db, order_id: string): Promise<number[]> {
  const { rows } = await sql<{ given: number }>`
    select coalesce(sum(r.count), 0)::int as given
    from order_lines l left join reservations r on r.order_line_id = l.id and r.why = 'handed_over'
    where l.order_id = ${order_id}::uuid group by l.id order by l.position`.execute(db);
  return rows.map(({ given }) => given);
}

/**
 * Gives goods of an order out to its recipient: all that waits, or a part of it. All: the order is completed. A part:
 * stock and reservations of exactly that part end, the rest goes on waiting without a term, because money or goods now
 * have to be settled by people. Of an order paid on receipt the money for what leaves is taken with it (`dueNow`). What
 * left by papers of another system is not asked for its money, save money that comes by the site. Returns whether
 * nothing waits any more. Throws not_found, not_ready, not_paid, bad_count.
 */
export async function handOverLines(db: Db, order_id: string, given: GivenLine[], mover: Mover): Promise<boolean> {
  const order = await lockReady(db, order_id);
  if (!mover.isFact || order.payment_method === 'online') refuseUnpaid(order);
  const waiting = await waitingLines(db, order_id);
  const counts = waiting.map((line) => ({
    ...line,
    now: given.find(({ order_line_id }) => order_line_id === line.order_line_id)?.count ?? 0,
  }));
  if (counts.some(({ now, waiting }) => !Number.isInteger(now) || now < 0 || now > waiting)) {
    throw new Refusal('bad_count', {}, 'Выдать можно не больше, чем ждёт в заказе');
  }
  if (counts.every(({ now }) => now === 0)) throw new Refusal('bad_count', {}, 'Отметьте, что выдано');
  await noteTaken(db, order_id, dueNow(order, waiting, given));
  if (counts.every(({ now, waiting }) => now === waiting)) {
    await moveOrder(db, order_id, 'completed', mover);
    return true;
  }
  const now = mover.now ?? new Date();
  await handOverCounts(
    db,
    order_id,
    counts.filter((line) => line.now > 0).map(({ order_line_id, now: count }) => ({ order_line_id, count })),
    now,
  );
  await queuePapers(db, order_id);
  const handedOut = counts
    .filter((line) => line.now > 0)
    .map((line) => `${line.name} — ${shownAmount(line.now, line.shown_unit)}`);
  await writeHistory(db, order_id, { ...mover, why: `выдана часть заказа: ${handedOut.join('; ')}`.slice(0, 1_000) });
  if (order.payment_state === 'pending') {
    const why = 'часть заказа выдана, остальное оплачивают на месте';
    await markPayment(db, order, 'unpaid', { ...mover, why });
  }
  return false;
}

type Owing = Pick<OrderView, 'payment_method' | 'payment_state' | 'total' | 'taken_kopecks'>;

/**
 * What the recipient still owes at the desk for the whole order, kopecks; 0 for an order that is paid before it is
 * handed over, or later.
 */
export function dueAtDesk({ payment_method, payment_state, total, taken_kopecks }: Owing): number {
  return payment_method === 'on_receipt' && isUnpaid(payment_state) ? Math.max(total - taken_kopecks, 0) : 0;
}

type Services = Pick<OrderView, 'delivery_price' | 'carrying_price'>;

/** Delivery and lifting of an order of which nothing has left yet, kopecks: they are paid with its first part. */
export function servicesDue({ delivery_price, carrying_price }: Services, lines: readonly WaitingLine[]): number {
  if (lines.some(({ count, waiting }) => waiting < count)) return 0;
  return (delivery_price ?? 0) + (carrying_price ?? 0);
}

/** What the recipient pays for these goods as they leave, kopecks; `lines`: what waits of the order. */
export function dueNow(order: Owing & Services, lines: readonly WaitingLine[], given: readonly GivenLine[]): number {
  const leaving = lines.map((line) => {
    return { ...line, now: given.find(({ order_line_id }) => order_line_id === line.order_line_id)?.count ?? 0 };
  });
  return dueForPart(dueAtDesk(order), servicesDue(order, lines), leaving);
}

async function noteTaken(db: Db, order_id: string, kopecks: number): Promise<void> {
  if (kopecks === 0) return;
  await sql`update orders set taken_kopecks = taken_kopecks + ${kopecks} where id = ${order_id}::uuid`.execute(db);
}

/**
 * Whether goods of the order can be given out now: they stand at the counter or are with the driver, and the money is
 * there, is taken on the spot or comes later, as agreed with the firm.
 */
export function mayBeHandedOver(
  order: PaidBy & { state: OrderState; receiving: { type: ReceivingType }; payment_state: PaymentState },
): boolean {
  const isReady = order.state === (order.receiving.type === 'pickup' ? 'ready' : 'in_delivery');
  return isReady && (isSettled(order) || mayLeaveUnpaid(order));
}

/** Lines that will not be given out any more, by position as the payment knows them. */
export type MissingLine = { position: number; count: number };

/**
 * Ends an order of which a part was given out and the rest will not come: the rest goes back to the shelf. Of an order
 * that is paid at the desk or later the missing part leaves the lines and the total, so that only what was given is
 * paid for (the lines stay as they were in `former_order_lines`); a paid order keeps its lines, and the money for
 * `missing` is the payment's to give back. Throws not_found, not_ready, nothing_given, nothing_waiting.
 */
export async function closeShort(
  db: Db,
  order_id: string,
  settleMoney: (missing: MissingLine[]) => Promise<void>,
  mover: Mover,
): Promise<void> {
  const order = await lockReady(db, order_id);
  const lines = await waitingLines(db, order_id);
  const missing = lines.filter(({ waiting }) => waiting > 0);
  if (missing.length === 0) throw new Refusal('nothing_waiting');
  if (lines.every(({ count, waiting }) => waiting === count)) throw new Refusal('nothing_given');
  const now = mover.now ?? new Date();
  await releaseWaiting(db, order_id, now);
  if (order.payment_state === 'unpaid') {
    await dropMissing(db, order_id, missing, mover.who, now);
    // What an invoice asks for costs less: whoever pays it gets the new one.
    if (order.payment_method === 'invoice') await reportDropped(db, order_id, missing, { ...mover, now });
  } else await settleMoney(missing.map(({ position, waiting }) => ({ position, count: waiting })));
  await moveOrder(db, order_id, 'completed', { ...mover, now, why: mover.why || 'выдан без недостающего' });
}

async function reportDropped(
  db: Db,
  order_id: string,
  missing: WaitingLine[],
  mover: Mover & { now: Date },
): Promise<void> {
  const words = missing.map(({ name, waiting, shown_unit }) => `${name}, ${shownAmount(waiting, shown_unit)}`);
  await writeHistory(db, order_id, { ...mover, why: `убрано невыданное (${words.join('; ')})`.slice(0, 1_000) });
  await enqueue(db, 'write_order_emails', { order_id, event: 'edited', asked_at: mover.now.toISOString() });
}

type ReadyOrder = Pick<
  OrderSummary,
  'id' | 'number' | 'state' | 'payment_state' | 'payment_method' | 'receiving_type' | 'total'
> &
  PaidBy &
  Services &
  Pick<OrderView, 'taken_kopecks'>;

async function lockReady(db: Db, order_id: string): Promise<ReadyOrder> {
  const { rows } = await sql<ReadyOrder>`
    select id, number, state, payment_state, payment_method, receiving_type, total, taken_kopecks, delivery_price, carrying_price,
      ${deferralDays} as deferral_days
    from orders o where id = ${order_id}::uuid for update`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  const isReady = order.state === (order.receiving_type === 'pickup' ? 'ready' : 'in_delivery');
  if (!isReady) throw new Refusal('not_ready', { state: order.state });
  return order;
}

function isSettled({ payment_state }: { payment_state: PaymentState }): boolean {
  return payment_state === 'paid' || payment_state === 'partly_refunded';
}

function refuseUnpaid(order: ReadyOrder): void {
  if (!isSettled(order) && !mayLeaveUnpaid(order))
    throw new Refusal('not_paid', { payment_method: order.payment_method });
}

/** The undelivered rest goes back to the shelf. */
async function releaseWaiting(db: Db, order_id: string, now: Date): Promise<void> {
  await sql`
    with ended as (
      update reservations r set ended_at = ${now}, why = 'cancelled' from order_lines l
      where l.order_id = ${order_id}::uuid and r.order_line_id = l.id and r.ended_at is null
      returning r.store, r.product_id, r.count
    ), sums as (select store, product_id, sum(count)::int as count from ended group by store, product_id)
    update stock s set reserved = greatest(s.reserved - e.count, 0)
    from sums e where s.store = e.store and s.product_id = e.product_id`.execute(db);
}

async function dropMissing(db: Db, order_id: string, missing: WaitingLine[], who: string, now: Date): Promise<void> {
  await keepFormer(
    db,
    missing.map(({ order_line_id }) => order_line_id),
    who,
    now,
  );
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'count', 'price', 'sum', 'bonus_discount'])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute();
  const left = lines.map(({ count: ordered, ...line }) => {
    const waiting = missing.find(({ order_line_id }) => order_line_id === line.id)?.waiting ?? 0;
    return { ...line, ordered, count: ordered - waiting };
  });
  const bonuses = await bonusesOfLeft(db, order_id, left, now);
  for (const { id, count, ordered, price, sum: former, ...line } of left) {
    if (count === 0) {
      await db.deleteFrom('order_lines').where('id', '=', id).execute();
      continue;
    }
    // What was taken for these goods as they left, and what their papers say.
    const sum = sumUpTo({ sum: former, count: ordered }, count);
    const bonus_discount = ensure(bonuses.get(id));
    if (count === ordered && bonus_discount === line.bonus_discount) continue;
    await db
      .updateTable('order_lines')
      .set({ count, discount: count * price - bonus_discount - sum, bonus_discount, sum })
      .where('id', '=', id)
      .execute();
  }
  await sql`
    update orders o set goods_sum = s.sum, weight_grams = s.weight,
      total = s.sum + coalesce(o.delivery_price, 0) + coalesce(o.carrying_price, 0)
    from (select sum(sum)::bigint as sum, sum(count::bigint * weight_grams)::bigint as weight from order_lines where order_id = ${order_id}::uuid) s
    where o.id = ${order_id}::uuid`.execute(db);
}
