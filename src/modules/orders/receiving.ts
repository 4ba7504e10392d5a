import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { Carrying } from '#shared/carrying.ts';
import type { OrderState, PaymentState, ReceivingType } from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { quoteCarrying } from './carrying.ts';
import { type DeliveryQuote, listDeliveryZones, quoteDelivery } from './delivery.ts';
import { deliverySlots, type OfferedSlot } from './delivery-slots.ts';
import { offeredPickupSlots } from './pickup-slots.ts';
import type { OrderDepartment, OrderView } from './queries.ts';
import { deliveryDays, pickupDays } from './receiving-times.ts';

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

/** The branch of an order with everything that its receiving is chosen from. */
export type ReceivingPlaces = { branch: Department; points: Department[] };

/** Of the order’s own branch, whatever host is asked. */
export async function receivingPlaces(db: Db, order: OrderView): Promise<ReceivingPlaces> {
  const departments = await departmentDirectory(db);
  const branch = departments.find(({ id_1c }) => id_1c === order.branch.id_1c);
  if (!branch) throw new Error(`Нет филиала ${order.branch.id_1c}`);
  const points = pointsOf(departments, branch).filter(
    (point) => point.id_1c === branch.id_1c || point.is_pick_up_point,
  );
  return { branch, points };
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

/** Days to choose from: those of the point, or those of the delivery zone. */
export function receivingDays(
  order: OrderView,
  { branch }: ReceivingPlaces,
  place: { point: Department } | { quote: DeliveryQuote },
  now: Date,
): string[] {
  if ('quote' in place) return deliveryDays(place.quote.days_min, branch, now, offeredDays);
  return pickupDays(place.point, now, order.state === 'ready' ? order.reserved_until : null, offeredDays);
}

/**
 * Hours to choose from on a day: the point's own, or those in which the zone is delivered to, taken ones too; the place
 * that this order has already is free for it.
 */
export async function receivingSlots(
  db: Db,
  order: Pick<OrderView, 'id'>,
  { branch }: ReceivingPlaces,
  place: { point: Department } | { quote: DeliveryQuote },
  { date, now }: { date: string; now: Date },
): Promise<OfferedSlot[]> {
  if ('point' in place) return offeredPickupSlots(db, place.point, date, { now, order_id: order.id });
  const { zone_id } = place.quote;
  if (zone_id === null) return [];
  const slots = await deliverySlots(db, zone_id, [date], { branch, now, order_id: order.id });
  return slots.get(date) ?? [];
}
