import { sql } from 'kysely';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { openState } from '#shared/work-time.ts';
import type { Changer } from './change-receiving.ts';
import { lockOrder, moverOf, refuseAccountant } from './own-order.ts';
import type { OrderView } from './queries.ts';

/** Whoever presses again within this time is already expected. */
const sameArrivalMs = 30 * 60_000;
const arrivalLimit = { max: 10, windowSeconds: 86_400 } as const;

/**
 * «Я подъехал»: the point gets an email that the buyer waits. Only for a ready order, while the point is open.
 * Pressed again within half an hour it changes nothing. Throws role_forbids, not_ready, point_closed, too_many. Call it
 * outside a transaction.
 */
export async function announceArrival(
  db: Db,
  { id, reader_role }: Pick<OrderView, 'id' | 'reader_role'>,
  { car_plate }: { car_plate?: string },
  { account, now = new Date() }: Changer,
): Promise<void> {
  refuseAccountant(reader_role);
  const wait = await takeLimit(db, 'order arrival', id, arrivalLimit.max, arrivalLimit.windowSeconds);
  if (wait > 0) throw tooMany(wait);
  await db.transaction().execute(async (db) => {
    const order = await lockOrder(db, id);
    const point = order.receiving.department;
    if (order.state !== 'ready' || !point) throw new Refusal('not_ready');
    if (order.arrived_at && now.getTime() - order.arrived_at.getTime() < sameArrivalMs) return;
    await checkOpen(db, point.id_1c, now);
    const plate = car_plate ?? order.receiving.car_plate;
    await sql`
      with arrived as (
        insert into order_arrivals (order_id, department_id_1c, at, car_plate) values (${id}, ${point.id_1c}, ${now}, ${plate})
      ), noted as (
        insert into order_moves (order_id, at, who, why)
        values (${id}, ${now}, ${moverOf(account, order).who}, ${plate ? `подъехал, автомобиль ${plate}` : 'подъехал'})
      )
      update orders set car_plate = ${plate} where id = ${id}::uuid`.execute(db);
    await enqueue(db, 'write_order_emails', { order_id: id, event: 'arrived', asked_at: now.toISOString() });
  });
}

/** Whether the buyer was announced and is still expected. */
export function isExpected({ arrived_at }: Pick<OrderView, 'arrived_at'>, now: Date): boolean {
  return arrived_at !== null && now.getTime() - arrived_at.getTime() < sameArrivalMs;
}

async function checkOpen(db: Db, id_1c: string, now: Date): Promise<void> {
  const point = (await departmentDirectory(db)).find((other) => other.id_1c === id_1c);
  if (!point) return;
  const open = openState(point.hours, point.hour_exceptions, point.time_zone, now);
  if (!open.is_open) throw new Refusal('point_closed', {}, `Пункт выдачи закрыт. ${open.words}`);
}
