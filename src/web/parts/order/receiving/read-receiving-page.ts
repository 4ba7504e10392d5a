import { offeredPlaces } from '#modules/accounts/saved-places.ts';
import { isExpected } from '#modules/orders/announce-arrival.ts';
import { listCarryingRates } from '#modules/orders/carrying.ts';
import { type DeliveryQuote, homeRates, listDeliveryZones } from '#modules/orders/delivery.ts';
import { dueAtDesk, mayBeHandedOver } from '#modules/orders/hand-over.ts';
import { mayProlong } from '#modules/orders/prolong-storage.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import {
  isTotalFixed,
  quoteOrder,
  quoteOrderCarrying,
  readyMinute,
  receivingDays,
  receivingPlaces,
  receivingRights,
  receivingSlots,
} from '#modules/orders/receiving.ts';
import { readTerms } from '#modules/orders/working-days.ts';
import { type CarryingRate, carryingOffers } from '#shared/carrying.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { localityName } from '#shared/locality-name.ts';
import { formatPrice, servicePrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { formatPhone, phoneList } from '#shared/phone.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { countOf, formatWeight, workingDays } from '#shared/plurals.ts';
import { untilWords, zonedDayWords } from '#shared/until-words.ts';
import { isFromRoll, type VehicleRate, vehicleFor } from '#shared/vehicle.ts';
import { clock, hoursWords, openState } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { mayArrive, readOrderPoint, stateOf } from '../read-order-page.ts';
import { joinAddress, splitAddress } from './address.ts';
import { type CarryingOffer, carryingOf, carryingOffersFor, floorOf } from './carrying-offers.ts';
import { shortChoiceWords } from './dates.ts';
import type { ReceivingValues } from './receiving-form.ts';
import { slotChoice } from './slot-choice.ts';

export type ReceivingPage = Awaited<ReturnType<typeof readReceivingPage>>;

/**
 * What the page of S2-19 shows; `chosen` is what a form left on it, else the order as it is. Days and hours follow from
 * the choice.
 */
export async function readReceivingPage(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  order: OrderView,
  chosen: ReceivingValues | null = null,
  now = new Date(),
) {
  const values = chosen ?? valuesOf(order);
  const places = await receivingPlaces(db, order);
  const point = places.points.find(({ id_1c }) => id_1c === values.point) ?? ensure(places.points[0]);
  const isDelivery = values.type === 'delivery';
  const quote = isDelivery && values.address !== '' ? await quoteOrder(db, order, joinAddress(values)) : null;
  const place = isDelivery ? quote && { quote } : { point };
  const days = place ? receivingDays(order, places, place, now) : [];
  const slots = place && values.date ? await receivingSlots(db, order, places, place, { date: values.date, now }) : [];
  const ready = isDelivery ? 0 : readyMinute(order, point, places, { date: values.date, now });
  const today = localTime(now, places.branch.time_zone).date;
  const delivery_price = isDelivery ? (quote ? quote.price : order.delivery_price) : 0;
  const wish = isDelivery ? carryingOf(values) : null;
  const carryingRates = await listCarryingRates(db, order.branch.id_1c);
  const carrying = carryingOffersOf(order, carryingRates, quote, floorOf(values.floor));
  const isOffered = carrying.some(({ kind }) => kind === wish?.kind);
  const carrying_price = isOffered && quote ? await quoteOrderCarrying(db, order, wish, quote) : 0;
  const zones = await listDeliveryZones(db, order.branch.id_1c);
  const rates = homeRates(order.receiving.type === 'pickup' ? zones : []);
  const { addresses, recipients } = await offeredPlaces(db, requestContext.account);
  const { department } = order.receiving;
  const currentPoint = department && (await readOrderPoint(db, department, now));
  const kept = department && mayProlong(order, now) ? await readTerms(db, department.id_1c) : null;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    ...stateOf(order),
    is_active: isActive(order.state),
    is_pickup: order.receiving.type === 'pickup',
    rights: receivingRights(order),
    /** Where the order lies or is brought, as it stands now, and whom to ring up about a delivery. */
    place: {
      point: currentPoint,
      address: order.receiving.address,
      phone: phoneList(order.branch.phones)[0] ?? null,
    },
    values,
    points: places.points.map((other) => ({
      id_1c: other.id_1c,
      address: other.address,
      open_words: openState(other.hours, other.hour_exceptions, other.time_zone, now).words,
    })),
    days: days.map((date) => ({
      date,
      words: shortChoiceWords(date, today),
      hours: isDelivery ? null : hoursWords(date, point),
    })),
    slots: slots.map((slot) => slotChoice(slot, ready)),
    quote: quote && {
      zone_name: quote.zone_name,
      price: quote.price,
      vehicle: order.lines.some(isFromRoll) ? null : quote.vehicle,
      days_min: quote.days_min,
      days_max: quote.days_max,
    },
    /** What the profile of whoever looks keeps. */
    saved: {
      addresses: addresses.map(({ place, address }) => ({ place, address })),
      recipients: recipients.map(({ name, phone }) => ({ name, phone: maskTyped(phone) })),
    },
    zone_places: zones.flatMap((zone) => zone.places.map(localityName)),
    carrying,
    /** What the order costs now and with this choice, kopecks. */
    total: order.total,
    new_total: order.goods_sum + (delivery_price ?? 0) + (carrying_price ?? 0),
    is_total_fixed: isTotalFixed(order.payment_state),
    contact: { name: order.contact.name, phone: formatPhone(order.contact.phone) },
    company_name: order.company?.name ?? null,
    power_of_attorney: order.power_of_attorney,
    ...keptUntil(order, now),
    prolong_words: kept ? `на ${workingDays(kept.storage_days)}` : null,
    may_arrive: mayArrive(order, currentPoint, now),
    arrived_text:
      isExpected(order, now) && order.arrived_at && department
        ? formatDateTime(order.arrived_at, department.time_zone).slice(-5)
        : null,
    bring: bringWords(order, rates),
    /** The code can be used now: the way to the pass stands here. */
    has_pass: mayBeHandedOver(order),
    /** So many changes were made; another one brings a fresh form. */
    changes: order.moves.length,
    /** «4 позиции, 52 кг». */
    goods_words: [
      countOf(order.lines.length, 'позиция', 'позиции', 'позиций'),
      ...(order.weight_grams > 0 ? [formatWeight(order.weight_grams)] : []),
    ].join(', '),
  };
}

/** Until when a ready order is kept at its point, as a moment and as a day. */
function keptUntil({ state, reserved_until, receiving: { department } }: OrderView, now: Date) {
  if (state !== 'ready' || !reserved_until || !department) return { kept_text: null, kept_day: null };
  return {
    kept_text: untilWords(reserved_until, department.time_zone, now),
    kept_day: zonedDayWords(reserved_until, department.time_zone, now),
  };
}

/** The service that was ordered is offered at the price of then, whatever the tariff says now. */
function carryingOffersOf(
  { receiving: { carrying }, carrying_price, weight_grams }: OrderView,
  rates: CarryingRate[],
  quote: DeliveryQuote | null,
  floor: number | null,
): CarryingOffer[] {
  const offers = carryingOffersFor(rates, quote, weight_grams, floor);
  if (!carrying || carrying.floor !== (carrying.kind === 'unloading' ? null : floor)) return offers;
  const price = servicePrice(carrying_price);
  const own = { kind: carrying.kind, title: carryingOffers[carrying.kind], terms: 'Как заказано', price };
  return [...offers.filter(({ kind }) => kind !== own.kind), own];
}

function valuesOf({ receiving, branch, total }: OrderView): ReceivingValues {
  const { hours, recipient } = receiving;
  return {
    type: receiving.type,
    point: receiving.department?.id_1c ?? '',
    ...(receiving.address === null ? { place: branch.city, address: '' } : splitAddress(receiving.address)),
    carrying: receiving.carrying?.kind ?? '',
    floor: String(receiving.carrying?.floor ?? ''),
    date: receiving.date ?? '',
    slot: hours ? `${clock(hours.from)}-${clock(hours.to)}` : '',
    recipient: recipient ? (receiving.is_proxy ? 'proxy' : 'person') : 'self',
    recipient_name: recipient?.name ?? '',
    recipient_phone: recipient ? formatPhone(recipient.phone) : '',
    car_plate: receiving.car_plate ?? '',
    unloading_note: receiving.unloading_note,
    accepted_total: String(total),
  };
}

/** What to bring, as far as this order says it. */
function bringWords(order: OrderView, rates: VehicleRate[]): string[] {
  const { receiving, company } = order;
  const isPickup = receiving.type === 'pickup';
  const due = dueAtDesk(order);
  const vehicle = isPickup ? vehicleFor(order.weight_grams, rates) : null;
  return [
    isPickup
      ? mayBeHandedOver(order)
        ? 'Код получения: он в пропуске и в письме'
        : 'Код получения: придёт письмом, когда заказ будет готов'
      : 'Код получения: водитель спросит его, когда передаст заказ',
    ...(receiving.recipient ? [`Передайте код получателю: ${receiving.recipient.name}`] : []),
    ...(due > 0 ? [`Карту или наличные: к оплате ${formatPrice(due)}`] : []),
    ...(receiving.is_proxy ? ['Паспорт представителя и доверенность'] : []),
    ...(company && !receiving.is_proxy ? ['Доверенность или печать организации'] : []),
    ...(vehicle ? [`Транспорт: ${vehicle}`] : []),
  ];
}
