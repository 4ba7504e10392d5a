import type { Department } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { OfferedSlot } from './delivery-slots.ts';
import { pickupSlots } from './receiving-times.ts';

type Point = Parameters<typeof pickupSlots>[0] & Pick<Department, 'id_1c' | 'pickup_slot_places'>;

/**
 * The slots of a point on this day ('YYYY-MM-DD'), those that are not over by its clock, taken ones too. `order_id`:
 * the order that asks, whose own place counts as free.
 */
export async function offeredPickupSlots(
  db: Db,
  point: Point,
  date: string,
  { now, order_id = null }: { now: Date; order_id?: string | null },
): Promise<OfferedSlot[]> {
  const slots = pickupSlots(point, date, now);
  const places = point.pickup_slot_places;
  if (places === null || slots.length === 0) return slots.map((slot) => ({ ...slot, left: null }));
  const rows = await selectTaken(db, [point.id_1c, date, order_id]);
  const taken = new Map(rows.map((row) => [row.from, row.taken]));
  return slots.map((slot) => ({ ...slot, left: Math.max(places - (taken.get(slot.from) ?? 0), 0) }));
}

const selectTaken = preparedStatement<{ from: number; taken: number }>(
  'taken_pickup_slots',
  `select receiving_from as from, count(*)::int as taken from orders
  where pickup_department_id_1c = $1::text and receiving_date = $2::date and receiving_from is not null
    and state <> 'cancelled' and id is distinct from $3::uuid
  group by receiving_from`,
);
