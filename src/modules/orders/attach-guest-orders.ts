import { type RawBuilder, sql } from 'kysely';
import { attachConsents } from '#modules/consents/consents.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { endUnconfirmed, type UnconfirmedOrder } from './confirm-order.ts';
import { deferralDays } from './deferral-days.ts';
import {
  goodsCount,
  type OrderAhead,
  type OwnOrder,
  orderPlace,
  refundedSum,
  reservedUntil,
  withNamedHours,
} from './list-own-orders.ts';

/**
 * What proves that a guest's order is this person's: the browser's secret cookie. A confirmed email of the account
 * proves it too.
 */
export type AttachProof = { secret?: string | null };

/**
 * What the personal list says of where an order is received, until when and what is to be paid. `total`: kopecks;
 * `time_zone`: the branch's, whose clock is the order's clock; `opens`: the browser's secret opens it as it stands, an
 * email that is the account's alone does not.
 */
export type AttachableOrder = OrderAhead &
  Pick<
    OwnOrder,
    | 'id'
    | 'number'
    | 'total'
    | 'taken_kopecks'
    | 'refunded_kopecks'
    | 'has_given'
    | 'created_at'
    | 'goods_count'
    | 'stores'
  > & {
    is_unconfirmed: boolean;
    opens: boolean;
  };

/** Guest orders that this person may attach to their account, oldest first. */
export async function listAttachable(db: Db, user_id: string, proof: AttachProof): Promise<AttachableOrder[]> {
  const { rows } = await sql<AttachableOrder>`
    select o.id, o.number, o.state, o.payment_state, o.payment_method, o.receiving_type, o.total,
      o.taken_kopecks, ${refundedSum(sql`o.id`)} as refunded_kopecks, ${hasGiven(sql`o.id`)} as has_given, o.created_at,
      ${orderPlace} as place, o.pickup_department_id_1c as point_id_1c, o.receiving_date, o.receiving_from,
      o.receiving_to, o.delivery_price, ${reservedUntil(sql`o.id`)} as reserved_until,
      o.unconfirmed_since is not null as is_unconfirmed, false as awaits_approval, d.time_zone,
      ${deferralDays} as deferral_days, o.completed_at,
      ${goodsCount(sql`o.id`)} as goods_count,
      array(select distinct l.store from order_lines l where l.order_id = o.id) as stores,
      ${proof.secret ? bySecret(proof.secret) : sql`false`} as opens
    from orders o join departments d on d.id_1c = o.department_id_1c
      left join departments point on point.id_1c = o.pickup_department_id_1c
    where ${isAttachable(user_id, proof)} order by o.number`.execute(db);
  const departments = await departmentDirectory(db);
  return rows.map((row) => withNamedHours(row, departments));
}

/**
 * Makes guest orders the person's own: all that can be attached, or `only` one of them. From then on the account opens
 * them and the browser's secret does not; links in emails live on. Somebody who is known stands for an order, so
 * nothing waits to be confirmed any more. A second or parallel call finds nothing left to do. Returns the numbers
 * attached now. Throws order_has_owner when `only` belongs to somebody else, not_found when nothing proves that it is
 * theirs.
 */
export async function attachGuestOrders(
  db: Db,
  user_id: string,
  proof: AttachProof,
  { only, now = new Date() }: { only?: string; now?: Date } = {},
): Promise<number[]> {
  if (only !== undefined) await checkOwner(db, user_id, only);
  // Rows are locked in one order first, so that two accounts never deadlock; whoever waited looks again.
  const { rows: locked } = await sql<UnconfirmedOrder & { is_unconfirmed: boolean }>`
    select o.id, o.payment_method, o.department_id_1c, o.unconfirmed_since is not null as is_unconfirmed from orders o
    where ${isAttachable(user_id, proof)} ${only === undefined ? sql`` : sql`and o.id = ${only}::uuid`}
    order by o.id for update`.execute(db);
  for (const order of locked) if (order.is_unconfirmed) await endUnconfirmed(db, order, now);
  const { rows } = await sql<{ id: string; number: number }>`
    with mine as (
      select unnest(${locked.map(({ id }) => id)}::uuid[]) as id
    ), attached as (
      update orders o set user_id = ${user_id}::uuid, secret_hash = null, changed_at = ${now}
      from mine where o.id = mine.id and o.user_id is null
      returning o.id, o.number
    ), noted as (
      insert into order_moves (order_id, at, who, why)
      select id, ${now}, 'покупатель', 'заказ привязан к личному кабинету' from attached
    )
    select id, number from attached order by number`.execute(db);
  if (only !== undefined && rows.length === 0) await checkOwner(db, user_id, only, true);
  await attachConsents(
    db,
    user_id,
    rows.map(({ id }) => id),
  );
  return rows.map(({ number }) => number);
}

async function checkOwner(db: Db, user_id: string, id: string, isLast = false): Promise<void> {
  const { rows } = await sql<{ user_id: string | null }>`
    select user_id from orders where id = ${id}::uuid`.execute(db);
  const owner = rows[0]?.user_id;
  if (owner === user_id) return;
  if (owner) throw new Refusal('order_has_owner');
  if (!rows[0] || isLast) throw new Refusal('not_found');
}

function bySecret(secret: string): RawBuilder<boolean> {
  return sql<boolean>`(o.secret_hash is not null and o.secret_hash = ${hashSecret(secret)})`;
}

function isAttachable(user_id: string, { secret }: AttachProof): RawBuilder<boolean> {
  const emails = sql`select c.value from contacts c
    where c.user_id = ${user_id}::uuid and c.type = 'email' and c.confirmed_at is not null`;
  const byEmail = sql`lower(o.contact_email) = any(array(${emails}))`;
  return sql<boolean>`o.user_id is null and o.company_id is null
    and (${byEmail}${secret ? sql` or ${bySecret(secret)}` : sql``})`;
}
