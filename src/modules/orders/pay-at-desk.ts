import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isUnpaid } from '#shared/order-states.ts';
import { type Mover, startStorage } from './move-order.ts';
import type { OrderView } from './queries.ts';
import { writeHistory } from './write-history.ts';

/** Its goods are ready, and it was to be paid on the site and has not been: the money can be taken on the spot. */
export function mayBePaidAtDesk({
  state,
  receiving,
  payment_method,
  payment_state,
}: Pick<OrderView, 'state' | 'payment_method' | 'payment_state'> & {
  receiving: Pick<OrderView['receiving'], 'type'>;
}): boolean {
  const isReady = state === (receiving.type === 'pickup' ? 'ready' : 'in_delivery');
  return isReady && payment_method === 'online' && isUnpaid(payment_state);
}

type Row = Pick<OrderView, 'id' | 'state' | 'payment_method' | 'payment_state'> & {
  receiving_type: OrderView['receiving']['type'];
  pickup_department_id_1c: string | null;
  department_id_1c: string;
};

/**
 * The buyer was to pay on the site and brings the money: from now on the order is paid on receipt, whose money is taken
 * and whose receipt is issued at the cash desk as the goods leave. A payment that was begun and comes after all is
 * given back, as of any order paid at the desk. Throws not_found, payment_stays. Call in a transaction.
 */
export async function payAtDesk(db: Db, order_id: string, mover: Mover): Promise<void> {
  const { rows } = await sql<Row>`
    select id, state, payment_method, payment_state, receiving_type, pickup_department_id_1c, department_id_1c
    from orders where id = ${order_id}::uuid for update`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  if (!mayBePaidAtDesk({ ...order, receiving: { type: order.receiving_type } }))
    throw new Refusal('payment_stays', {}, whyNot(order));
  const now = mover.now ?? new Date();
  await sql`update orders set payment_method = 'on_receipt', changed_at = ${now} where id = ${order_id}::uuid`.execute(
    db,
  );
  // The term of an unpaid online order must not end while its money is on the counter; on the road it has none.
  if (order.receiving_type === 'pickup') await startStorage(db, { ...order, payment_method: 'on_receipt' }, now);
  await writeHistory(db, order_id, { ...mover, why: 'оплата при получении вместо оплаты на сайте', now });
}

function whyNot({ payment_method, payment_state }: Pick<OrderView, 'payment_method' | 'payment_state'>): string {
  if (!isUnpaid(payment_state)) return 'Заказ уже оплачен: денег не берите';
  if (payment_method === 'on_receipt') return 'Заказ и так оплачивают при получении';
  if (payment_method !== 'online') return 'Счёт и кредит оплачивают до получения';
  return 'Деньги принимают, когда заказ готов к выдаче';
}
