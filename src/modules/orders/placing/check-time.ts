import { readyAt } from '#modules/catalogue/points.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import type { DeliveryQuote } from '../delivery.ts';
import { deliverySlots, isFree, type OfferedSlot } from '../delivery-slots.ts';
import { sourceOf } from '../named-hours.ts';
import { offeredPickupSlots } from '../pickup-slots.ts';
import type { OrderPlace } from '../place-order.ts';
import { deliveryDays, type Hours, isDeliveryDay, openHoursOn, readyFrom, type Slot } from '../receiving-times.ts';
import type { OrderInput } from '../schema.ts';

/** When it is received; `quote`: of a delivery; `stores`: those that its goods were reserved in. */
type Chosen = { receiving: OrderInput['receiving']; quote: DeliveryQuote | null; stores: string[]; now: Date };

/**
 * The day and the hours that were chosen are offered: by the zone that the address lies in and the branch that
 * delivers, or by the point, where the goods are ready by then; `changeReceiving` judges alike. That no slot takes more
 * orders than it has places is the database's to see when the order is written. Throws bad_input, slot_taken.
 */
export async function checkTime(db: Db, { department }: OrderPlace, chosen: Chosen): Promise<void> {
  const { receiving, quote, now } = chosen;
  const { slot, date } = receiving;
  if (!date) {
    if (slot) throw wrongSlot('Сначала выберите день');
    return;
  }
  if (quote) {
    checkZoneDay(quote, date, department, now);
    if (slot) takeSlot(slot, await slotsOfZone(db, quote, date, department, now));
    return;
  }
  const departments = await departmentDirectory(db);
  const id_1c = receiving.department_id_1c ?? department.id_1c;
  // One of the branch's: the stores of the order were taken from it.
  const point = ensure(departments.find((other) => other.id_1c === id_1c));
  const ready = readyAt(point, now, sourceOf(point, chosen.stores, departments));
  if (ready && date < ready.date) throw wrongDay(`Заказ будет готов ${ready.day}: выберите этот день или позже`);
  if (!openHoursOn(point, date)) throw wrongDay(closedPoint);
  if (!slot) return;
  const slots = await offeredPickupSlots(db, point, date, { now });
  takeSlot(
    slot,
    slots.filter(({ to }) => to > readyFrom(ready, date)),
  );
}

/** Outside the zones an operator names the day. */
function checkZoneDay({ zone_id, days_min }: DeliveryQuote, date: string, branch: Hours, now: Date): void {
  if (zone_id === null) return;
  if (!isDeliveryDay(branch, date)) throw wrongDay(closedDay);
  const [first] = deliveryDays(days_min, branch, now, 1);
  if (first && date < first) throw wrongDay(`Раньше ${formatDay(first)} не привезём: выберите этот день или позже`);
}

async function slotsOfZone(
  db: Db,
  { zone_id }: DeliveryQuote,
  date: string,
  branch: Hours,
  now: Date,
): Promise<OfferedSlot[]> {
  if (zone_id === null) return [];
  return (await deliverySlots(db, zone_id, [date], { branch, now })).get(date) ?? [];
}

function takeSlot(slot: Slot, offered: OfferedSlot[]): void {
  const found = offered.find(({ from, to }) => from === slot.from && to === slot.to);
  if (!found) throw wrongSlot('Выберите время из предложенного');
  if (!isFree(found)) throw new Refusal('slot_taken');
}

/** At the field of a day on which the branch that sends the goods is closed. */
export const closedDay = 'В этот день не доставляем';

/** At the field of a day on which the point is closed. */
export const closedPoint = 'В этот день пункт закрыт';

function wrongDay(message: string): Refusal {
  return new Refusal('bad_input', { fields: { 'receiving.date': message } }, message);
}

function wrongSlot(message: string): Refusal {
  return new Refusal('bad_input', { fields: { 'receiving.slot': message } }, message);
}
