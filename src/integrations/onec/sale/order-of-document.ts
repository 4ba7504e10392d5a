import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { OrderState, PaymentMethod, PaymentState, ReceivingType } from '#shared/order-states.ts';

/** The order of a document, locked. */
export type OrderOfDocument = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  receiving_type: ReceivingType;
  total: number;
  revision: number;
};

/** Whose document it is, and when it came. */
export type From1c = { node_id: number; now: Date };

/** The order as it is by now, locked until the transaction ends. */
export async function orderNow(db: Db, order_id: string): Promise<OrderOfDocument> {
  const found = await lockOrderOfDocument(db, order_id);
  return ensure(found);
}

/** null: there is none. */
export async function lockOrderOfDocument(db: Db, order_id: string): Promise<OrderOfDocument | null> {
  const { rows } = await sql<OrderOfDocument>`
    select id, number, state, payment_state, payment_method, receiving_type, total, revision from orders
    where id = ${order_id}::uuid for update`.execute(db);
  return rows[0] ?? null;
}

/**
 * A payment, shipment or return is taken once: false when this document of the order was taken before. `amount`: the
 * money of a payment, kopecks.
 */
export async function takeOnce(
  db: Db,
  order_id: string,
  { id, number, date }: { id: string; number: string; date: string },
  { node_id, now }: From1c,
  amount: number | null = null,
): Promise<boolean> {
  const id_1c = (id || `${number} ${date}`).slice(0, 100);
  const { numAffectedRows } = await sql`
    insert into onec_order_documents (node_id, id_1c, order_id, taken_at, amount)
    values (${node_id}, ${id_1c}, ${order_id}::uuid, ${now}, ${amount}) on conflict do nothing`.execute(db);
  return Number(numAffectedRows) === 1;
}
