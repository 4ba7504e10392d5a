import { pointStock } from '#modules/cart/point-stock.ts';
import { readyAt } from '#modules/catalogue/points.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { Carrying } from '#shared/carrying.ts';
import type { OrderState, PaymentState, ReceivingType } from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { quoteCarrying } from './carrying.ts';
import { type DeliveryQuote, listDeliveryZones, quoteDelivery } from './delivery.ts';
import { deliverySlots, type OfferedSlot } from './delivery-slots.ts';
import { sourceOf } from './named-hours.ts';
import { offeredPickupSlots } from './pickup-slots.ts';
import type { OrderDepartment, OrderView } from './queries.ts';
import { deliveryDays, pickupDays, readyFrom } from './receiving-times.ts';

/** What the buyer may still change about receiving, and why not the rest. */
export type ReceivingRights = {
  /** Point, address, pickup or delivery, unloading and lifting. */
  place: boolean;
  /** Day and hours. */
  time: boolean;
  /** Recipient, car, unloading. */
  people: boolean;
  /** null: everything may change. */
  why_not: string | null;
};

/**
 * By state: until the goods are ready everything; then not the place, where they lie; on the way only who meets them;
 * afterwards nothing.
 */
export function receivingRights(order: {
  state: OrderState;
  receiving: { type: ReceivingType; department: Pick<OrderDepartment, 'address' | 'phones'> | null };
  reader_role: OrderView['reader_role'];
  awaits_approval: boolean;
}): ReceivingRights {
  const nothing = { place: false, time: false, people: false };
  if (order.reader_role === 'accountant')
    return { ...nothing, why_not: 'Бухгалтер видит заказы организации, но не меняет их.' };
  if (order.awaits_approval)
    return { ...nothing, why_not: 'Заказ согласует владелец организации. Изменить получение можно будет после этого.' };
  switch (order.state) {
    case 'new':
    case 'assembling':
      return { place: true, time: true, people: true, why_not: null };
    case 'ready':
      return {
        place: false,
        time: true,
        people: true,
        why_not: order.receiving.department
          ? gatheredWords(order.receiving.department)
          : 'Заказ уже собран к отправке по этому адресу. Чтобы изменить адрес, позвоните нам.',
      };
    case 'in_delivery':
      return {
        ...nothing,
        people: true,
        why_not: 'Заказ уже в пути: адрес и время можно изменить только по телефону.',
      };
    case 'completed':
      return { ...nothing, why_not: 'Заказ получен.' };
    case 'cancelled':
      return { ...nothing, why_not: 'Заказ отменён.' };
  }
}

function gatheredWords({ address, phones }: Pick<OrderDepartment, 'address' | 'phones'>): string {
  const [phone] = phoneList(phones);
  return `Заказ ждёт по адресу: ${address}. Нужен другой пункт — позвоните${phone ? `: ${phone}` : ' нам'}.`;
}

/** Another delivery price changes the sum, so the place with its price is fixed once money is on its way. */
export function isTotalFixed(payment_state: PaymentState): boolean {
  return payment_state !== 'unpaid';
}

/**
 * The branch of an order with everything that its receiving is chosen from. `whole_at`: stores of the points that have
 * all of its goods.
 */
export type ReceivingPlaces = { branch: Department; points: Department[]; whole_at: string[] };

/** Of the order’s own branch, whatever host is asked. */
export async function receivingPlaces(db: Db, order: OrderView): Promise<ReceivingPlaces> {
  const departments = await departmentDirectory(db);
  const branch = departments.find(({ id_1c }) => id_1c === order.branch.id_1c);
  if (!branch) throw new Error(`Нет филиала ${order.branch.id_1c}`);
  const points = pointsOf(departments, branch).filter(
    (point) => point.id_1c === branch.id_1c || point.is_pick_up_point,
  );
  const stores = [...new Set(points.map(({ store }) => store))];
  const products = order.lines.map(({ product_id }) => product_id);
  const stock = await pointStock(db, stores, products);
  return { branch, points, whole_at: stores.filter((store) => hasAll(store, order.lines, stock.get(store))) };
}

/** What lies there for the order already, it has; of the rest the shelf has to have all lines of a product together. */
function hasAll(store: string, lines: OrderView['lines'], left: ReadonlyMap<number, number> | undefined): boolean {
  const missing = new Map<number, number>();
  for (const { product_id, count, store: held } of lines)
    if (held !== store) missing.set(product_id, (missing.get(product_id) ?? 0) + count);
  return [...missing].every(([product_id, count]) => (left?.get(product_id) ?? 0) >= count);
}

/** What delivery of this order to this address costs; the present address keeps the price it was ordered with. */
export async function quoteOrder(db: Db, order: OrderView, address: string): Promise<DeliveryQuote> {
  const zones = await listDeliveryZones(db, order.branch.id_1c);
  const isPartial = order.lines.some(({ weight_grams }) => weight_grams === 0);
  const quote = quoteDelivery(zones, address, isPartial ? null : order.weight_grams);
  return address === order.receiving.address ? { ...quote, price: order.delivery_price } : quote;
}

/** What the wished service costs this order; the one it was ordered with keeps its price. Throws bad_input. */
export async function quoteOrderCarrying(
  db: Db,
  order: OrderView,
  wish: Carrying | null,
  quote: DeliveryQuote,
): Promise<number | null> {
  const { carrying } = order.receiving;
  const isSame = carrying?.kind === wish?.kind && carrying?.floor === wish?.floor;
  if (isSame && order.carrying_price !== null && quote.price !== null) return order.carrying_price;
  return quoteCarrying(db, order.branch.id_1c, wish, quote, order.weight_grams);
}

const offeredDays = 14;

/** Its goods are still to be put together. */
function isToBeGathered({ state }: Pick<OrderView, 'state'>): boolean {
  return state === 'new' || state === 'assembling';
}

/**
 * When the goods are ready at a point, as the checkout counts it; null: they are, or the place never opens. For its own
 * point the order was begun when it was placed, for another one it is begun now, in the stores that would serve it.
 */
function readyAtPoint(order: OrderView, point: Department, { branch, points, whole_at }: ReceivingPlaces, now: Date) {
  if (!isToBeGathered(order)) return null;
  const isOwn = order.receiving.department?.id_1c === point.id_1c;
  const moved = whole_at.includes(point.store) ? point.store : branch.store;
  const stores = isOwn ? order.lines.map(({ store }) => store) : [moved];
  return readyAt(point, isOwn ? order.created_at : now, sourceOf(point, stores, points));
}

/** The minute of this day from which the goods are ready at the point, as `readyFrom` counts it. */
export function readyMinute(
  order: OrderView,
  point: Department,
  places: ReceivingPlaces,
  { date, now }: { date: string; now: Date },
): number {
  return readyFrom(readyAtPoint(order, point, places, now), date);
}

/** Days to choose from: those of the point from when the goods are ready there, or those of the delivery zone. */
export function receivingDays(
  order: OrderView,
  places: ReceivingPlaces,
  place: { point: Department } | { quote: DeliveryQuote },
  now: Date,
): string[] {
  if ('quote' in place) return deliveryDays(place.quote.days_min, places.branch, now, offeredDays);
  const until = order.state === 'ready' ? order.reserved_until : null;
  const first = readyAtPoint(order, place.point, places, now)?.date ?? null;
  return pickupDays(place.point, now, { first, until }, offeredDays);
}

/**
 * Hours to choose from on a day: the point's own that are not over when the goods are ready there, or those in which
 * the zone is delivered to, taken ones too; the place that this order has already is free for it.
 */
export async function receivingSlots(
  db: Db,
  order: OrderView,
  places: ReceivingPlaces,
  place: { point: Department } | { quote: DeliveryQuote },
  { date, now }: { date: string; now: Date },
): Promise<OfferedSlot[]> {
  if ('point' in place) {
    const ready = readyMinute(order, place.point, places, { date, now });
    const slots = await offeredPickupSlots(db, place.point, date, { now, order_id: order.id });
    return slots.filter(({ to }) => to > ready);
  }
  const { zone_id } = place.quote;
  if (zone_id === null) return [];
  const slots = await deliverySlots(db, zone_id, [date], { branch: places.branch, now, order_id: order.id });
  return slots.get(date) ?? [];
}
