import { sql } from 'kysely';
import { deferralDays } from '#modules/orders/deferral-days.ts';
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
  /** As of `PaidBy`. */
  deferral_days: number | null;
};

/** Whose document it is, in which session of the exchange it came, and when. */
export type From1c = { node_id: number; session_id: string; now: Date };

/** The order as it is by now, locked until the transaction ends. */
export async function orderNow(db: Db, order_id: string): Promise<OrderOfDocument> {
  const found = await lockOrderOfDocument(db, order_id);
  return ensure(found);
}

/** null: there is none. */
export async function lockOrderOfDocument(db: Db, order_id: string): Promise<OrderOfDocument | null> {
  const { rows } = await sql<OrderOfDocument>`
    select id, number, state, payment_state, payment_method, receiving_type, total, revision,
      ${deferralDays} as deferral_days
    from orders o where id = ${order_id}::uuid for update`.execute(db);
  return rows[0] ?? null;
}
