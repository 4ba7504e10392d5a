import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import type { DeliveryQuote } from '../delivery.ts';
import { deliverySlots, isFree, type OfferedSlot } from '../delivery-slots.ts';
import { offeredPickupSlots } from '../pickup-slots.ts';
import type { OrderPlace } from '../place-order.ts';
import { type Hours, isDeliveryDay } from '../receiving-times.ts';
import type { OrderInput } from '../schema.ts';

/**
 * The hours that were chosen are offered on the chosen day: by the zone that the address lies in, or by the point, and
 * the branch that delivers works on that day. That no slot takes more orders than it has places is the database's to
 * see when the order is written. Throws bad_input, slot_taken.
 */
export async function checkSlot(
  db: Db,
  { department }: OrderPlace,
  { receiving }: OrderInput,
  quote: DeliveryQuote | null,
  now: Date,
): Promise<void> {
  const { slot, date } = receiving;
  if (quote?.zone_id != null && date && !isDeliveryDay(department, date)) {
    throw new Refusal('bad_input', { fields: { 'receiving.date': closedDay } }, closedDay);
  }
  if (!slot) return;
  if (!date) throw wrongSlot('Сначала выберите день');
  const offered = quote
    ? await slotsOfZone(db, quote, date, department, now)
    : await slotsOfPoint(db, receiving.department_id_1c ?? department.id_1c, date, now);
  const found = offered.find(({ from, to }) => from === slot.from && to === slot.to);
  if (!found) throw wrongSlot('Выберите время из предложенного');
  if (!isFree(found)) throw new Refusal('slot_taken');
}

async function slotsOfZone(
  db: Db,
  { zone_id, days_min }: DeliveryQuote,
  date: string,
  branch: Hours,
  now: Date,
): Promise<OfferedSlot[]> {
  const first = addDays(localTime(now, branch.time_zone).date, days_min ?? 0);
  if (zone_id === null || date < first) return [];
  return (await deliverySlots(db, zone_id, [date], { branch, now })).get(date) ?? [];
}

/** The point is one of the branch's: the stores of the order were taken from it. */
async function slotsOfPoint(db: Db, id_1c: string, date: string, now: Date): Promise<OfferedSlot[]> {
  const point = ensure((await departmentDirectory(db)).find((other) => other.id_1c === id_1c));
  return offeredPickupSlots(db, point, date, { now });
}

/** At the field of a day on which the branch that sends the goods is closed. */
export const closedDay = 'В этот день не доставляем';

function wrongSlot(message: string): Refusal {
  return new Refusal('bad_input', { fields: { 'receiving.slot': message } }, message);
}
