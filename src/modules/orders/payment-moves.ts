import { sql } from 'kysely';
import { holdAgain } from '#modules/loyalty/hold-bonuses.ts';
import { takeCoupon } from '#modules/pricing/coupon.ts';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { invalidate } from '#platform/invalidation.ts';
import { ensure } from '#shared/ensure.ts';
import type { OrderState, PaymentMethod, PaymentState } from '#shared/order-states.ts';
import { lockOrderRow } from './lock-order-row.ts';
import type { Mover } from './move-order.ts';
import { keepWithoutTerm, reserveStock, tagsOfChangedWords } from './stock.ts';

/** What a payment has to know of its order; total in kopecks. */
export type PayableOrder = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  total: number;
  /** Cancelled because its reservation had run out, and by nobody's wish. */
  is_expired: boolean;
  /** An owner of the firm decides first: nobody pays for it until then. */
  awaits_approval: boolean;
  /** Goods of it have left; paid on receipt, they were paid for at the desk. */
  has_given: boolean;
};

/** The order, locked until the transaction ends: payment, expiry and cancelling decide one after another. */
export async function lockForPayment(db: Db, order_id: string): Promise<PayableOrder | null> {
  await lockOrderRow(db, order_id);
  const { rows } = await sql<PayableOrder>`
    select o.id, o.number, o.state, o.payment_state, o.payment_method, o.total,
      o.state = 'cancelled' and exists (
        select from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = o.id and r.why = 'expired' and r.ended_at = o.cancelled_at
      ) as is_expired, ${hasGiven(sql`o.id`)} as has_given, awaits_approval(o.id) as awaits_approval
    from orders o where o.id = ${order_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/**
 * Money for an order that was to be paid on receipt has come through the site: from now on it is an order paid online,
 * whose goods are handed out without asking for money. The order is locked by the caller.
 */
export async function becomePaidOnline(db: Db, { id }: Pick<PayableOrder, 'id'>): Promise<void> {
  await sql`update orders set payment_method = 'online' where id = ${id}::uuid and payment_method = 'on_receipt'`.execute(
    db,
  );
}

/**
 * Moves the payment's state and leaves the move's row; the same state again leaves nothing. The order is locked by the
 * caller.
 */
export async function markPayment(
  db: Db,
  { id, payment_state }: Pick<PayableOrder, 'id' | 'payment_state'>,
  to: PaymentState,
  { who, why = '', now = new Date() }: Mover,
): Promise<void> {
  if (payment_state === to) return;
  await sql`
    with moved as (
      insert into order_moves (order_id, at, payment_state, who, why) values (${id}, ${now}, ${to}, ${who}, ${why})
    )
    update orders set payment_state = ${to}, changed_at = ${now} where id = ${id}`.execute(db);
}

/**
 * Money went back: as `markPayment`, and a refund after the first, which moves no state, leaves its row too and is a
 * change of the order for 1C, whose document tells how much went back. The order is locked by the caller.
 */
export async function markRefund(
  db: Db,
  order: Pick<PayableOrder, 'id' | 'payment_state'>,
  to: PaymentState,
  mover: Mover,
): Promise<void> {
  if (order.payment_state !== to) return markPayment(db, order, to, mover);
  const { who, why = '', now = new Date() } = mover;
  await sql`
    with moved as (
      insert into order_moves (order_id, at, payment_state, who, why) values (${order.id}, ${now}, ${to}, ${who}, ${why})
    )
    update orders set changed_at = ${now}, revision = revision + 1 where id = ${order.id}`.execute(db);
}

/** Goods that are paid, wholly or in part, wait without a term; whoever paid has confirmed the order. */
export async function keepReserved(db: Db, order_id: string): Promise<void> {
  await sql`update orders set unconfirmed_since = null where id = ${order_id}::uuid and unconfirmed_since is not null`.execute(
    db,
  );
  await keepWithoutTerm(db, order_id);
}

/**
 * S7-36: an order whose reservation ran out is paid after all: goods, coupon and bonuses are taken again and the order
 * is new once more. False, and nothing changed, when something is no longer there. The order is locked by the caller.
 */
export async function reserveAgain(
  db: Db,
  order_id: string,
  { who, why = '', now = new Date() }: Mover,
): Promise<boolean> {
  await sql`savepoint reserve_again`.execute(db);
  if (await takeAgain(db, order_id, now)) {
    await sql`
      with moved as (
        insert into order_moves (order_id, at, state, who, why) values (${order_id}, ${now}, 'new', ${who}, ${why})
      )
      update orders set state = 'new', cancelled_at = null, changed_at = ${now} where id = ${order_id}`.execute(db);
    await sql`release savepoint reserve_again`.execute(db);
    return true;
  }
  await sql`rollback to savepoint reserve_again`.execute(db);
  return false;
}

type Line = { id: number; product_id: number; count: number };

async function takeAgain(db: Db, order_id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    coupon: string | null;
    user_id: string | null;
    branch: string;
    stores: string[];
    lines: Line[];
  }>`
    select o.coupon, o.user_id, o.department_id_1c as branch,
      array_remove(array[p.store, b.store], null) as stores,
      (select json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'count', l.count) order by l.position)
        from order_lines l where l.order_id = o.id) as lines
    from orders o join departments b on b.id_1c = o.department_id_1c
    left join departments p on p.id_1c = o.pickup_department_id_1c
    where o.id = ${order_id}`.execute(db);
  const order = ensure(rows[0]);
  const reserved = await reserveStock(db, [...new Set(order.stores)], order.lines);
  if (reserved.some(({ store }) => store === null)) return false;
  if (order.coupon !== null && !(await takeCoupon(db, order.coupon, order.branch, order.user_id, now))) return false;
  if (!(await holdAgain(db, order_id, now))) return false;
  const held = order.lines.map((line) => ({
    ...line,
    store: ensure(reserved.find(({ product_id }) => product_id === line.product_id)).store,
  }));
  await sql`update orders set unconfirmed_since = null where id = ${order_id}::uuid and unconfirmed_since is not null`.execute(
    db,
  );
  await sql`
    with held as (
      select * from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (id bigint, product_id int, count int, store text)
    ), placed as (
      update order_lines l set store = held.store from held where l.id = held.id
    )
    insert into reservations (order_line_id, product_id, store, count, created_at)
    select id, product_id, store, count, ${now} from held`.execute(db);
  await invalidate(
    db,
    tagsOfChangedWords(
      reserved.map((line) => ({ ...line, before: line.available, after: line.available - line.count })),
    ),
  );
  return true;
}
