import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import type { OrderState, PaymentMethod } from '#shared/order-states.ts';
import type { Mover } from './move-order.ts';
import { termOfPayment } from './placing/first-term.ts';
import { writeHistory } from './write-history.ts';

/**
 * The buyer stands for an order of theirs: the click in its email, which proves the address too. From now on it is held
 * as S7-36 says for its payment, and the branch is notified. Call it in a transaction; a second call changes nothing.
 * Throws not_found, and hold_over when the order is cancelled already.
 */
export async function confirmOrder(db: Db, order_id: string, mover: Mover): Promise<void> {
  const { rows } = await sql<UnconfirmedOrder & { state: OrderState; unconfirmed_since: Date | null }>`
    select id, state, payment_method, department_id_1c, unconfirmed_since from orders
    where id = ${order_id}::uuid for update`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  if (order.unconfirmed_since === null) return;
  if (order.state === 'cancelled') throw new Refusal('hold_over');
  const now = mover.now ?? new Date();
  await endUnconfirmed(db, order, now);
  await sql`update orders set email_proved_at = ${now} where id = ${order_id}::uuid`.execute(db);
  await writeHistory(db, order_id, { why: 'заказ подтверждён по ссылке из письма', ...mover });
  await enqueue(db, 'write_order_emails', { order_id, event: 'confirmed' });
}

export type UnconfirmedOrder = { id: string; payment_method: PaymentMethod; department_id_1c: string };

/**
 * What somebody stands for is held by the terms of its payment, counted from now. The order is locked by the caller.
 */
export async function endUnconfirmed(
  db: Db,
  { id, payment_method, department_id_1c }: UnconfirmedOrder,
  now: Date,
): Promise<void> {
  if (payment_method === 'online') throw new Error(`Заказ ${id} оплачивается онлайн, подтверждать его не нужно`);
  // A guest is nobody's firm.
  const expires_at = await termOfPayment(db, payment_method, { department_id_1c, company_id: null }, now);
  await sql`update orders set unconfirmed_since = null, changed_at = ${now} where id = ${id}::uuid`.execute(db);
  await sql`
    update reservations r set expires_at = ${expires_at} from order_lines l
    where l.order_id = ${id}::uuid and r.order_line_id = l.id and r.ended_at is null`.execute(db);
}
