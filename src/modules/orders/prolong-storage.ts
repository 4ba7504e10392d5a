import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { ReceivingType } from '#shared/order-states.ts';
import type { Changer } from './change-receiving.ts';
import { lockOrder, moverOf, refuseAccountant } from './own-order.ts';
import type { OrderView } from './queries.ts';
import { endOfWorkingDay, readTerms } from './working-days.ts';

/**
 * Keeps a ready order once more as long as it is kept anyway (S7-36), counted from the day its term ends. Throws
 * role_forbids, not_prolongable.
 */
export async function prolongStorage(
  db: Db,
  { id, reader_role }: Pick<OrderView, 'id' | 'reader_role'>,
  { account, staff, now = new Date() }: Changer,
): Promise<void> {
  refuseAccountant(reader_role);
  const order = await lockOrder(db, id);
  const { department } = order.receiving;
  if (!mayProlong(order, now) || !department || !order.reserved_until) throw new Refusal('not_prolongable');
  const { calendar, storage_days } = await readTerms(db, department.id_1c);
  const until = endOfWorkingDay(calendar, order.reserved_until, storage_days);
  await sql`
    with kept as (
      update reservations r set expires_at = ${until} from order_lines l
      where l.order_id = ${id}::uuid and r.order_line_id = l.id and r.ended_at is null
    ), noted as (
      insert into order_moves (order_id, at, who, why)
      values (${id}, ${now}, ${moverOf(account, order, staff).who}, ${`хранение продлено до ${formatDateTime(until, calendar.time_zone)}`})
    )
    update orders set prolonged_at = ${now}, changed_at = ${now} where id = ${id}::uuid`.execute(db);
  await enqueue(db, 'write_order_emails', { order_id: id, event: 'receiving', asked_at: now.toISOString() });
}

/** Once, while a storage term runs: a ready order of pickup that is paid on receipt. */
export function mayProlong(
  order: Pick<OrderView, 'state' | 'receiving' | 'reserved_until' | 'prolonged_at'>,
  now: Date,
): boolean {
  return isProlongable({ ...order, receiving_type: order.receiving.type }, now);
}

/** The same of a row of a list. */
export function isProlongable(
  {
    state,
    receiving_type,
    reserved_until,
    prolonged_at,
  }: Pick<OrderView, 'state' | 'reserved_until' | 'prolonged_at'> & {
    receiving_type: ReceivingType;
  },
  now: Date,
): boolean {
  return (
    state === 'ready' && receiving_type === 'pickup' && reserved_until !== null && reserved_until > now && !prolonged_at
  );
}
