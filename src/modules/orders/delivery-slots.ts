import { type Db, preparedStatement } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysLookedThrough } from '#shared/delivery-days.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { DeliveryQuote } from './delivery.ts';
import { deliveryDays, type Hours, isDeliveryDay, type Slot } from './receiving-times.ts';

/** A slot with how many more orders it takes on its day; null: as many as come. */
export type OfferedSlot = Slot & { left: number | null };

/**
 * The slots of a zone on those of these days ('YYYY-MM-DD') on which its branch delivers: those that have not begun by
 * its clock, taken ones too; a zone without slots has none on any day. `order_id`: the order that asks, whose own place
 * counts as free.
 */
export async function deliverySlots(
  db: Db,
  zone_id: number,
  dates: string[],
  { branch, now, order_id = null }: { branch: Hours; now: Date; order_id?: string | null },
): Promise<Map<string, OfferedSlot[]>> {
  const local = localTime(now, branch.time_zone);
  const open = dates.filter((date) => isDeliveryDay(branch, date));
  const rows = open.length > 0 ? await selectSlots(db, [zone_id, open, order_id]) : [];
  const ahead = rows.filter(({ date, from }) => date > local.date || (date === local.date && from > local.minute));
  return Map.groupBy(
    ahead.map(({ left, ...slot }) => ({ ...slot, left: left === null ? null : Math.max(left, 0) })),
    ({ date }) => date,
  );
}

const selectSlots = preparedStatement<OfferedSlot & { date: string }>(
  'delivery_slots',
  `select d.date::text, s.opens_minute as from, s.closes_minute as to, s.places - (
      select count(*) from orders o
      where o.delivery_zone_id = s.zone_id and o.receiving_date = d.date and o.receiving_from = s.opens_minute
        and o.state <> 'cancelled' and o.id is distinct from $3::uuid
    )::int as left
  from delivery_slots s cross join unnest($2::date[]) d (date)
  where s.zone_id = $1::int order by d.date, s.opens_minute`,
);

/** The hours of a day from which a buyer of each zone of a branch chooses, by the zone; one without slots is absent. */
export async function slotsOfZones(db: Db, department_id_1c: string): Promise<Map<number, Slot[]>> {
  const rows = await selectZoneSlots(db, [department_id_1c]);
  return Map.groupBy(rows, ({ zone_id }) => zone_id);
}

const selectZoneSlots = preparedStatement<Slot & { zone_id: number }>(
  'delivery_zone_slots',
  `select s.zone_id, s.opens_minute as from, s.closes_minute as to
  from delivery_slots s join delivery_zones z on z.id = s.zone_id
  where z.department_id_1c = $1::text order by s.zone_id, s.opens_minute`,
);

/** Days on which a zone is delivered to, with their slots; of a zone with slots those days alone that have a place. */
export async function openDeliveryDays(
  db: Db,
  { zone_id, days_min }: Pick<DeliveryQuote, 'zone_id' | 'days_min'>,
  branch: Hours,
  { now, count, order_id = null }: { now: Date; count: number; order_id?: string | null },
): Promise<{ date: string; slots: OfferedSlot[] }[]> {
  if (zone_id === null) return [];
  const dates = deliveryDays(days_min, branch, now, daysLookedThrough);
  const slots = await deliverySlots(db, zone_id, dates, { branch, now, order_id });
  // Without a row of slots every day is as good as another; with rows a day needs one that is free.
  const days = dates.map((date) => ({ date, slots: slots.get(date) ?? [] }));
  const open = slots.size === 0 ? days : days.filter((day) => day.slots.some(isFree));
  return open.slice(0, count);
}

export function isFree({ left }: OfferedSlot): boolean {
  return left !== 0;
}

const slotConstraints = new Set<unknown>(['delivery_slot_places', 'pickup_slot_places']);

/** The database's word that the last place went to another order, as a refusal. */
export function throwSlotTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && slotConstraints.has(error.constraint)) {
    throw new Refusal('slot_taken');
  }
  throw error;
}
