import { departmentDirectory } from '#modules/departments/directory.ts';
import { listDocuments } from '#modules/documents/issue-document.ts';
import { listActs } from '#modules/handover/acts.ts';
import { passLink, passToken } from '#modules/handover/pass.ts';
import { isExpected } from '#modules/orders/at-the-point.ts';
import type { OrderDepartment, OrderView } from '#modules/orders/queries.ts';
import { receivingRights } from '#modules/orders/receiving.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { takeBackDays } from '#shared/constants.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import {
  isActive,
  isPaidOnline,
  type OrderState,
  orderStateWord,
  paymentMethodWords,
  paymentStateWords,
  replacementRuleWords,
  stepsOf,
} from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { clock, openState, workTimeLines } from '#shared/work-time.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { qrPath } from '#web/ui/qr-path.ts';
import { readAttachOffer } from './read-attach-offer.ts';
import { documentFiles } from './send-document.ts';

export type OrderStep = { words: string; time: string; look: 'done' | 'now' | 'todo' };

export type OrderPoint = {
  city: string;
  address: string;
  hours: string[];
  open_words: string | null;
  phones: string[];
  map_link: string | null;
  route_link: string | null;
};

/** What the order's page shows; times are the branch's own clock, money kopecks. */
export type OrderPage = Awaited<ReturnType<typeof readOrderPage>>;

export async function readOrderPage({ db, keys, requestContext }: Shop, order: OrderView, now = new Date()) {
  const zone = order.branch.time_zone;
  const isPickup = order.receiving.type === 'pickup';
  const is_active = isActive(order.state);
  const place = order.receiving.department;
  const documents = (await listDocuments(db, order)).map(({ kind, is_ready }) => ({
    kind,
    title: documentTitles[kind],
    file: is_ready ? documentFiles[kind] : null,
  }));
  return {
    id: order.id,
    number: order.number,
    city: order.branch.city,
    created_text: formatDateTime(order.created_at, zone),
    state: order.state,
    state_words: order.is_unconfirmed ? 'Не подтверждён' : orderStateWord(order.state, order.receiving.type),
    /** A guest's order that waits for the click in its email, and until when. */
    unconfirmed:
      order.is_unconfirmed && order.reserved_until
        ? { until: formatDateTime(order.reserved_until, zone), email: order.contact.email }
        : null,
    steps: stepsFor(order),
    next: nextWords(
      order,
      documents.some(({ kind, file }) => kind === 'invoice' && file !== null),
    ),
    is_active,
    pass: is_active ? passOf(order, requestContext.origin, keys) : null,
    has_acts: (await listActs(db, order.id)).length > 0,
    is_pickup: isPickup,
    point: place && (await readOrderPoint(db, place, now)),
    branch: await readOrderPoint(db, order.branch, now),
    address: order.receiving.address,
    zone_name: order.receiving.zone_name,
    date_text: dayText(order),
    car_plate: order.receiving.car_plate,
    unloading_note: order.receiving.unloading_note,
    receiving_rights: receivingRights(order),
    may_arrive: isPickup && order.state === 'ready' && order.reader_role !== 'accountant' && !isExpected(order, now),
    recipient: order.receiving.recipient ?? order.contact,
    contact: order.contact,
    company: order.company,
    /** What the reader is in the firm that ordered; null: nobody there. */
    role_words: order.reader_role && companyRoleWords[order.reader_role].name.toLowerCase(),
    documents,
    comment: order.comment,
    replacement: replacementRuleWords[order.replacement_rule],
    payment: paymentOf(order),
    lines: order.lines.map(lineOf),
    coupon: order.coupon,
    discount: order.discount,
    goods_sum: order.goods_sum,
    delivery_price: order.delivery_price,
    total: order.total,
    weight_grams: order.weight_grams,
    can_be_cancelled: order.can_be_cancelled && order.reader_role !== 'accountant',
    may_order: order.reader_role !== 'accountant',
    history: historyOf(order),
    take_back: takeBackOf(order, now),
    /** Whoever it was placed by may write of what was received. */
    may_review:
      order.state === 'completed' &&
      (order.user_id === null || requestContext.account === null || requestContext.account.user_id === order.user_id),
    attach: order.user_id === null ? await readAttachOffer({ db, requestContext }) : null,
    is_guest: requestContext.account === null && order.user_id === null,
    /** Read by a member of staff, see `readStaffOrder`. */
    is_staff: false,
  };
}

/** The code to be shown or named at the handing over. */
function passOf(order: OrderView, origin: string, keys: SecretKeys) {
  const { pickup_code, reserved_until, receiving, branch, state } = order;
  return {
    code: `${pickup_code.slice(0, 3)}-${pickup_code.slice(3)}`,
    title: receiving.type === 'pickup' ? 'Покажите код на выдаче' : 'Назовите код водителю',
    qr: qrPath(passLink(origin, passToken(keys, order))),
    kept_text:
      reserved_until && state === 'ready' ? `Храним до ${formatDateTime(reserved_until, branch.time_zone)}` : null,
  };
}

function paymentOf(order: OrderView) {
  const { payment_method, payment_state } = order;
  return {
    method: paymentMethodWords[payment_method],
    state: paymentStateWords[payment_state],
    is_paid: payment_state === 'paid',
    /** Paid on the site, and not yet. */
    is_awaited: isAwaited(order),
    is_credit: payment_method === 'credit',
    is_online: isPaidOnline(order.payment_method),
  };
}

/** Of a line, what is shown. */
function lineOf(line: OrderView['lines'][number]) {
  const { product_id, slug, image, name, article, count, unit, price, old_price, discount, sum, is_business_price } =
    line;
  return { product_id, slug, image, name, article, count, unit, price, old_price, discount, sum, is_business_price };
}

const documentTitles = { invoice: 'Счёт на оплату', delivery_note: 'Товарная накладная' } as const;

/** «Принят → Собирается → Готов → Выдан» with the times of the moves; a cancelled order ends where it was cancelled. */
function stepsFor(order: OrderView): OrderStep[] {
  const { type } = order.receiving;
  const timeOf = (state: OrderState) => {
    const move = order.moves.findLast((other) => other.state === state);
    return move ? shortTime(move.at, order.branch.time_zone) : '';
  };
  const steps = stepsOf(type);
  const isOver = order.state === 'cancelled';
  const passed = steps.filter((state) => timeOf(state) !== '');
  const shown: OrderState[] = isOver ? [...passed, 'cancelled'] : steps;
  // Delivery's 'ready' is no step of its own: the order is assembled and still stands at that step.
  const at = shown.indexOf(order.state === 'ready' && !shown.includes('ready') ? 'assembling' : order.state);
  return shown.map((state, index) => ({
    words: orderStateWord(state, type),
    time: timeOf(state),
    look: index < at || order.state === 'completed' ? 'done' : index === at ? 'now' : 'todo',
  }));
}

/** A received order: until when whole packs are taken back, the last day included; null before and after. */
function takeBackOf(order: OrderView, now: Date): string | null {
  const received = order.moves.findLast(({ state }) => state === 'completed');
  if (order.state !== 'completed' || !received) return null;
  const { time_zone } = order.branch;
  const last = addDays(localTime(received.at, time_zone).date, takeBackDays);
  return localTime(now, time_zone).date > last ? null : formatDate(`${last}T12:00:00Z`, 'UTC');
}

/** Every change with its time and who made it, newest first. */
export function historyOf(order: OrderView) {
  return order.moves.toReversed().map(({ at, state, payment_state, who, why }) => ({
    time: formatDateTime(at, order.branch.time_zone),
    words: [
      state && orderStateWord(state, order.receiving.type),
      // A new order is unpaid, which needs no saying.
      payment_state && !(state === 'new' && payment_state === 'unpaid') && paymentStateWords[payment_state],
    ]
      .filter(Boolean)
      .join(', '),
    why,
    who,
  }));
}

function dayText({ receiving: { date, hours } }: OrderView): string | null {
  if (date === null) return null;
  const day = formatDate(`${date}T12:00:00Z`, 'UTC');
  return hours ? `${day}, ${clock(hours.from)}–${clock(hours.to)}` : day;
}

function nextWords(order: OrderView, hasInvoice: boolean): string {
  const { receiving, contact } = order;
  const isPickup = receiving.type === 'pickup';
  const until = order.reserved_until
    ? ` Товары зарезервированы до ${formatDateTime(order.reserved_until, order.branch.time_zone)}.`
    : '';
  switch (order.state) {
    case 'cancelled': {
      const why = order.moves.findLast((move) => move.state === 'cancelled')?.why;
      return `Заказ отменён${why ? `: ${why}` : ''}. Товары больше не зарезервированы.`;
    }
    case 'completed':
      return 'Спасибо за покупку!';
    case 'in_delivery':
      return 'Машина с вашим заказом выехала. Водитель позвонит перед приездом.';
    case 'ready':
      return isPickup
        ? 'Заказ собран и ждёт вас: назовите или покажите код.'
        : 'Заказ собран, скоро передадим его водителю.';
    default:
      if (order.is_unconfirmed) {
        return `Товары отложены за вами${order.reserved_until ? ` до ${formatDateTime(order.reserved_until, order.branch.time_zone)}` : ''}. Подтвердите заказ до этого времени, иначе он отменится.`;
      }
      if (isAwaited(order)) {
        const what =
          order.payment_method === 'online' ? 'Заказ ждёт оплаты' : 'Заявка на кредит ждёт вас или звонка оператора';
        return `${what}.${until}`;
      }
      if (order.payment_method === 'invoice' && order.payment_state === 'unpaid') {
        return hasInvoice
          ? `Оплатите счёт: он здесь, ниже, и в письме на ${contact.email}.${until}`
          : `Счёт пришлёт сотрудник филиала на ${contact.email}.${until}`;
      }
      if (isPickup) return `Когда всё будет собрано, пришлём письмо на ${contact.email}. Приезжайте после него.`;
      return order.delivery_price === null
        ? 'Оператор позвонит, назовёт цену доставки и согласует время.'
        : 'Оператор позвонит и согласует время доставки.';
  }
}

function isAwaited(order: OrderView): boolean {
  const { payment_state, state } = order;
  return (
    isPaidOnline(order.payment_method) &&
    state !== 'cancelled' &&
    (payment_state === 'unpaid' || payment_state === 'pending')
  );
}

/** A department as an order's pages show it, with its hours of today. */
export async function readOrderPoint(db: Shop['db'], place: OrderDepartment, now: Date): Promise<OrderPoint> {
  const department = (await departmentDirectory(db)).find((other) => other.id_1c === place.id_1c);
  const open = department && openState(department.hours, department.hour_exceptions, department.time_zone, now);
  return {
    city: place.city,
    address: place.address,
    hours: workTimeLines(place.work_time),
    open_words: open?.words ?? null,
    phones: phoneList(place.phones),
    map_link: place.yandex_map_link,
    route_link:
      place.latitude && place.longitude ? `https://yandex.ru/maps/?rtext=~${place.latitude},${place.longitude}` : null,
  };
}

/** '21.11 09:12'. */
function shortTime(moment: Date, zone: string): string {
  const [date = '', time = ''] = formatDateTime(moment, zone).split(' ');
  return `${date.slice(0, 5)} ${time}`;
}
