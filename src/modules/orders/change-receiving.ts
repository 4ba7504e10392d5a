import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Carrying, carryingWords } from '#shared/carrying.ts';
import { formatDate, formatDay } from '#shared/dates.ts';
import { lastDayAhead } from '#shared/delivery-days.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { clock } from '#shared/work-time.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import type { DeliveryQuote } from './delivery.ts';
import { isFree, throwSlotTaken } from './delivery-slots.ts';
import { moveReservations } from './move-reservations.ts';
import { lockOrder, moverOf, refuseAccountant } from './own-order.ts';
import { closedDay, closedPoint } from './placing/check-time.ts';
import { refuseAboveLimit } from './purchase-limits.ts';
import type { OrderView } from './queries.ts';
import {
  isTotalFixed,
  quoteOrder,
  quoteOrderCarrying,
  type ReceivingPlaces,
  receivingDays,
  receivingPlaces,
  receivingRights,
  receivingSlots,
} from './receiving.ts';
import { isDeliveryDay, openHoursOn, type Slot } from './receiving-times.ts';
import type { ReceivingInput } from './schema.ts';
import { writeHistory } from './write-history.ts';

/** Who changes it and when; `staff`: the name of a member of staff who does it in the back office. */
export type Changer = { account: SignedIn | null; staff?: string; now?: Date };

const changesLimit = { max: 10, windowSeconds: 3_600 } as const;

type Place =
  | { type: 'pickup'; point: Department; stores: string[]; delivery_price: 0; carrying_price: 0; quote: null }
  | {
      type: 'delivery';
      address: string;
      stores: string[];
      delivery_price: number | null;
      carrying_price: number | null;
      quote: DeliveryQuote;
    };

/**
 * How, when and by whom an order is received, all of it as it shall be from now on. Another place is priced again and
 * its goods are reserved in its own stores, everything in the caller's transaction; the history names what changed, and
 * branch and buyer get an email. The same input again changes nothing. `order` is what the reader may open. Throws
 * role_forbids, receiving_fixed (too late for this change), total_fixed (paid, and the sum would change), total_changed
 * {total, …} when `accepted_total` is another, over_limit, slot_taken, not_enough {lines}, bad_input {fields}, too_many
 * after ten changes within an hour. Money in the details is kopecks.
 */
export async function changeReceiving(
  db: Db,
  { id, reader_role }: Pick<OrderView, 'id' | 'reader_role'>,
  input: ReceivingInput,
  { account, staff, now = new Date() }: Changer,
): Promise<void> {
  refuseAccountant(reader_role);
  const order = await lockOrder(db, id);
  const rights = receivingRights({ ...order, reader_role });
  const places = await receivingPlaces(db, order);
  const place = await placeOf(db, order, places, input);
  const isPlaceNew = !isSamePlace(order, place);
  const isCarryingNew = !isSameCarrying(order.receiving.carrying, input.carrying ?? null);
  const isTimeNew = !isSameTime(order, input);
  const peopleWords = changesOfPeople(order, input);
  if (!isPlaceNew && !isCarryingNew && !isTimeNew && peopleWords.length === 0) return;
  const isSumNew = isPlaceNew || isCarryingNew;
  if ((isSumNew && !rights.place) || (isTimeNew && !rights.time) || (peopleWords.length > 0 && !rights.people)) {
    throw new Refusal('receiving_fixed', {}, rights.why_not ?? undefined);
  }
  if (isPlaceNew || isTimeNew) await checkTime(db, order, places, place, input, now);
  if (input.recipient?.kind === 'proxy') checkProxy(order);
  if (isSumNew) checkTotal(order, place, input);
  if (isSumNew) await refuseAboveLimit(db, { ...order, reader_role }, totalAt(order, place), now);
  if (isPlaceNew) await moveReservations(db, id, place.stores);
  await countChange(db, id, now);
  await update(db, order, place, input, now).catch(throwSlotTaken);
  const why = [
    ...(isPlaceNew ? [placeWords(order, place)] : []),
    ...(isCarryingNew ? [carryingChange(input, place)] : []),
    ...(isTimeNew || (isPlaceNew && input.date) ? [timeWords(input)] : []),
    ...peopleWords,
  ].join('; ');
  await writeHistory(db, id, { who: moverOf(account, order, staff).who, why, now });
  await enqueue(db, 'write_order_emails', { order_id: id, event: 'receiving', asked_at: now.toISOString() });
}

/** Each change is written of. Only what was changed counts: the count stands or falls with the caller's transaction. */
async function countChange(db: Db, order_id: string, now: Date): Promise<void> {
  const { max, windowSeconds } = changesLimit;
  const wait = await takeLimit(db, 'order receiving', order_id, max, windowSeconds, now);
  if (wait === 0) return;
  const minutes = countOf(Math.ceil(wait / 60), 'минуту', 'минуты', 'минут');
  throw tooMany(wait, `За последний час получение заказа меняли ${max} раз. Изменить его можно через ${minutes}`);
}

async function placeOf(
  db: Db,
  order: OrderView,
  { branch, points }: ReceivingPlaces,
  input: ReceivingInput,
): Promise<Place> {
  if (input.type === 'delivery') {
    const address = input.address ?? '';
    const quote = await quoteOrder(db, order, address);
    const carrying_price = await quoteOrderCarrying(db, order, input.carrying ?? null, quote);
    return { type: 'delivery', address, stores: [branch.store], delivery_price: quote.price, carrying_price, quote };
  }
  const id_1c = input.department_id_1c ?? order.receiving.department?.id_1c ?? branch.id_1c;
  const point = points.find((other) => other.id_1c === id_1c);
  if (!point) throw wrongField('department_id_1c', 'Такого пункта выдачи нет в этом городе');
  const stores = [...new Set([point.store, branch.store])];
  return { type: 'pickup', point, stores, delivery_price: 0, carrying_price: 0, quote: null };
}

function isSamePlace({ receiving }: OrderView, place: Place): boolean {
  if (receiving.type !== place.type) return false;
  return place.type === 'pickup'
    ? receiving.department?.id_1c === place.point.id_1c
    : receiving.address === place.address;
}

function isSameCarrying(a: Carrying | null, b: Carrying | null): boolean {
  return a?.kind === b?.kind && a?.floor === b?.floor;
}

function isSameTime({ receiving }: OrderView, { date, slot }: ReceivingInput): boolean {
  const { hours } = receiving;
  return receiving.date === (date ?? null) && hours?.from === slot?.from && hours?.to === slot?.to;
}

/** A day on which goods are handed out or brought, and one of its slots. */
async function checkTime(
  db: Db,
  order: OrderView,
  places: ReceivingPlaces,
  place: Place,
  { date, slot }: ReceivingInput,
  now: Date,
): Promise<void> {
  if (!date) {
    if (slot) throw wrongField('date', 'Сначала выберите день');
    return;
  }
  const where = place.type === 'pickup' ? { point: place.point } : { quote: place.quote };
  const [first] = receivingDays(order, places, where, now);
  const today = localTime(now, places.branch.time_zone).date;
  if (date < (first ?? today) || date > addDays(today, lastDayAhead)) {
    throw wrongField('date', 'Выберите день из предложенных');
  }
  if (place.type === 'delivery' && place.quote.zone_id !== null && !isDeliveryDay(places.branch, date)) {
    throw wrongField('date', closedDay);
  }
  if (place.type === 'pickup') {
    if (!openHoursOn(place.point, date)) throw wrongField('date', closedPoint);
    const { reserved_until } = order;
    if (order.state === 'ready' && reserved_until && date > localTime(reserved_until, place.point.time_zone).date) {
      throw wrongField('date', `Заказ хранится до ${formatDate(reserved_until, place.point.time_zone)}`);
    }
  }
  if (!slot) return;
  const found = (await receivingSlots(db, order, places, where, { date, now })).find((other) =>
    isSameSlot(other, slot),
  );
  if (!found) throw wrongField('slot', 'Выберите время из предложенного');
  if (!isFree(found)) throw new Refusal('slot_taken');
}

function checkProxy(order: OrderView): void {
  if (!order.company) throw wrongField('recipient.kind', 'Доверенность нужна, когда заказ оформлен на организацию');
  if (!order.power_of_attorney) throw wrongField('recipient.power_of_attorney', 'Файл обязателен для заполнения');
}

function totalAt({ goods_sum }: OrderView, { delivery_price, carrying_price }: Place): number {
  return goods_sum + (delivery_price ?? 0) + (carrying_price ?? 0);
}

/** The sum changes only while nothing is paid, and only to one that the buyer has seen. */
function checkTotal(order: OrderView, place: Place, { accepted_total }: ReceivingInput): void {
  const { delivery_price, carrying_price } = place;
  if (delivery_price === order.delivery_price && carrying_price === order.carrying_price) return;
  if (isTotalFixed(order.payment_state)) throw new Refusal('total_fixed');
  const total = totalAt(order, place);
  if (accepted_total === undefined || Math.round(accepted_total * 100) === total) return;
  throw new Refusal('total_changed', { total, goods_sum: order.goods_sum, delivery_price, carrying_price });
}

async function update(db: Db, order: OrderView, place: Place, input: ReceivingInput, now: Date): Promise<void> {
  const isPickup = place.type === 'pickup';
  const person = input.recipient && input.recipient.kind !== 'self' ? input.recipient : null;
  const set: RawBuilder<unknown>[] = [
    sql`receiving_type = ${place.type}`,
    sql`pickup_department_id_1c = ${isPickup ? place.point.id_1c : null}`,
    sql`delivery_address = ${isPickup ? null : place.address}`,
    sql`delivery_zone_id = ${place.quote?.zone_id ?? null}`,
    sql`delivery_zone_name = ${place.quote?.zone_name ?? null}`,
    sql`delivery_price = ${place.delivery_price}`,
    sql`carrying = ${input.carrying?.kind ?? null}`,
    sql`carrying_floor = ${input.carrying?.floor ?? null}`,
    sql`carrying_price = ${place.carrying_price}`,
    sql`total = goods_sum + ${(place.delivery_price ?? 0) + (place.carrying_price ?? 0)}`,
    sql`receiving_date = ${input.date ?? null}`,
    sql`receiving_from = ${input.slot?.from ?? null}`,
    sql`receiving_to = ${input.slot?.to ?? null}`,
    sql`recipient_name = ${person?.name ?? null}`,
    sql`recipient_phone = ${person?.phone ?? null}`,
    sql`is_proxy_recipient = ${person?.kind === 'proxy'}`,
    sql`car_plate = ${input.car_plate ?? null}`,
    sql`unloading_note = ${input.unloading_note ?? ''}`,
    sql`changed_at = ${now}`,
  ];
  await sql`update orders set ${sql.join(set)} where id = ${order.id}::uuid`.execute(db);
}

function placeWords(order: OrderView, place: Place): string {
  const price =
    place.delivery_price === order.delivery_price
      ? ''
      : place.delivery_price === null
        ? ', цену доставки уточнит оператор'
        : `, доставка ${formatPrice(place.delivery_price)}`;
  return place.type === 'pickup'
    ? `самовывоз: ${place.point.city}, ${place.point.address}`
    : `доставка: ${place.address}${price}`;
}

function carryingChange({ carrying }: ReceivingInput, { carrying_price }: Place): string {
  if (!carrying) return 'без разгрузки и подъёма';
  const price = carrying_price === null ? 'цену уточнит оператор' : formatPrice(carrying_price);
  return `${lowerFirst(carryingWords(carrying))}: ${price}`;
}

function timeWords({ date, slot }: ReceivingInput): string {
  if (!date) return 'день не выбран';
  return `день: ${formatDay(date)}${slot ? `, ${slotWords(slot)}` : ''}`;
}

/** «10:00–12:00». */
function slotWords({ from, to }: Slot): string {
  return `${clock(from)}–${clock(to)}`;
}

function changesOfPeople(order: OrderView, input: ReceivingInput): string[] {
  const { receiving } = order;
  const person = input.recipient && input.recipient.kind !== 'self' ? input.recipient : null;
  const isSame =
    (person?.name ?? null) === (receiving.recipient?.name ?? null) &&
    (person?.phone ?? null) === (receiving.recipient?.phone ?? null) &&
    (person?.kind === 'proxy') === receiving.is_proxy;
  const plate = input.car_plate ?? null;
  const note = input.unloading_note ?? '';
  return [
    ...(isSame ? [] : [person ? recipientWords(person) : `получит ${order.contact.name}`]),
    ...(plate === receiving.car_plate ? [] : [plate ? `автомобиль ${plate}` : 'автомобиль не указан']),
    ...(note === receiving.unloading_note ? [] : [note ? `о разгрузке: ${note}` : 'пожелания о разгрузке сняты']),
  ];
}

function recipientWords({ kind, name, phone }: { kind: string; name: string; phone: string }): string {
  return `получит ${name}, ${formatPhone(phone)}${kind === 'proxy' ? ', по доверенности' : ''}`;
}

function isSameSlot(a: Slot, b: Slot): boolean {
  return a.from === b.from && a.to === b.to;
}

function wrongField(name: string, message: string): Refusal {
  return new Refusal('bad_input', { fields: { [name]: message } }, message);
}
