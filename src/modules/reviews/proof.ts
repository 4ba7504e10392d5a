import { type RawBuilder, sql } from 'kysely';
import { isGoodToken } from '#modules/orders/order-access.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { isUuid } from '#shared/uuid.ts';

/** What a visitor can show: the account, the guest's secret of their orders, an email's signed link to one order. */
export type BuyerKey = {
  user_id: string | null;
  secret: string | null;
  order_id: string | null;
  token: string | null;
};

/** A received line: who received it, and by which order. `email` is the order's own, lower case. */
export type ReceivedLine = {
  order_line_id: number;
  order_id: string;
  product_id: number;
  user_id: string | null;
  email: string;
  name: string;
  received_at: Date;
};

/**
 * The latest received line of this product that the visitor proves to be theirs: of their account, of the guest's
 * secret, or of the order whose email they hold. null: they did not buy it here, or have not received it yet. Whoever
 * is signed in speaks for themselves alone.
 */
export async function findReceivedLine(
  db: Db,
  keys: SecretKeys,
  key: BuyerKey,
  product_id: number,
  now = new Date(),
): Promise<ReceivedLine | null> {
  const orders = ownOrders(keys, key, now);
  if (!orders) return null;
  const { rows } = await sql<ReceivedLine>`
    with own as materialized (${orders})
    select ${lineColumns} from own o join order_lines l on l.order_id = o.id
    where l.product_id = ${product_id} order by o.completed_at desc, l.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Every received line of one order in its order, when the visitor proves it theirs; null: it is not, or does not exist.
 */
export async function receivedLinesOf(
  db: Db,
  keys: SecretKeys,
  key: BuyerKey,
  order_id: string,
  now = new Date(),
): Promise<ReceivedLine[] | null> {
  const orders = ownOrders(keys, { ...key, order_id }, now);
  if (!orders || !isUuid(order_id)) return null;
  const { rows } = await sql<ReceivedLine>`
    with own as materialized (${orders})
    select ${lineColumns} from own o join order_lines l on l.order_id = o.id
    where o.id = ${order_id}::uuid order by l.position`.execute(db);
  return rows.length > 0 ? rows : null;
}

const lineColumns = sql.raw(
  `l.id as order_line_id, o.id as order_id, l.product_id, o.user_id, lower(coalesce(o.contact_email, '')) as email, o.contact_name as name,
    o.completed_at as received_at`,
);

/** Completed orders that the key opens, or null when it opens none. */
function ownOrders(keys: SecretKeys, key: BuyerKey, now: Date): RawBuilder<unknown> | null {
  const { user_id, secret, order_id, token } = key;
  const columns = sql.raw('id, user_id, contact_email, contact_name, completed_at');
  const parts: RawBuilder<unknown>[] = [];
  if (user_id !== null)
    parts.push(sql`select ${columns} from orders where user_id = ${user_id}::uuid and completed_at is not null`);
  if (secret)
    parts.push(
      sql`select ${columns} from orders where secret_hash = ${hashSecret(secret)} and user_id is null and completed_at is not null`,
    );
  if (order_id !== null && isUuid(order_id) && isGoodToken(keys, order_id, token, now))
    parts.push(sql`
      select ${columns} from orders where id = ${order_id}::uuid and completed_at is not null
        and (user_id is null or ${user_id}::uuid is null or user_id = ${user_id}::uuid)`);
  return parts.length > 0 ? sql.join(parts, sql` union `) : null;
}
