import { departmentDirectory } from '#modules/departments/directory.ts';
import { type DocumentName, documentFile, vatOfOrder } from '#modules/documents/document-content.ts';
import { listDocuments } from '#modules/documents/issue-document.ts';
import { isVatPayer } from '#modules/documents/seller-requisites.ts';
import { listActs } from '#modules/handover/acts.ts';
import { passLink, passToken } from '#modules/handover/pass.ts';
import { whyNothingAdded } from '#modules/orders/add-goods.ts';
import { isExpected } from '#modules/orders/announce-arrival.ts';
import { accountantsOf } from '#modules/orders/copy-invoice.ts';
import { dueAtDesk, mayBeHandedOver } from '#modules/orders/hand-over.ts';
import { isAllAt } from '#modules/orders/named-hours.ts';
import { goodsBefore, type OrderDepartment, type OrderView } from '#modules/orders/queries.ts';
import { receivingRights } from '#modules/orders/receiving.ts';
import { type Warranty, warrantiesOf } from '#modules/orders/warranty.ts';
import { readTerms } from '#modules/orders/working-days.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { carryingWords } from '#shared/carrying.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { takeBackDays } from '#shared/constants.ts';
import { formatDay } from '#shared/dates.ts';
import { deferralWords, paysLater } from '#shared/deferral.ts';
import {
  isActive,
  isPaidByAccount,
  isPaidOnline,
  isUnpaid,
  type OrderState,
  orderStateWord,
  paymentMethodWords,
  paymentStateWords,
  replacementAnswerWords,
  stepsOf,
} from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { routeLink } from '#shared/route-link.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { lastDay, momentWords, untilWords } from '#shared/until-words.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { warrantyTerm } from '#shared/warranty-words.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { qrPath } from '#web/ui/qr-path.ts';
import { bonusesAhead } from './bonuses-ahead.ts';
import { calendarFile, hasCalendar } from './calendar.ts';
import { isInvoiceFirst } from './next-step.ts';
import { givenWords, readPartGiven } from './part-given.ts';
import { readAttachOffer } from './read-attach-offer.ts';
import { readRepeat } from './read-repeat.ts';
import { readyWords } from './ready-words.ts';
import { dayText, isMoneyAwaited, isPaymentAwaited, whatNext } from './what-next.ts';

/** 'waits': it is the present one, and somebody has to do something first. */
export type OrderStep = { words: string; time: string; look: 'done' | 'now' | 'waits' | 'todo' };

export type OrderPoint = {
  city: string;
  address: string;
  hours: string[];
  open_words: string | null;
  is_open: boolean;
  /** The first of the place's list: the one for buyers. */
  phone: string | null;
  map_link: string | null;
  /** The way there; where no coordinates are known, the place itself. */
  route_link: string | null;
};

/** What the order's page shows; times are the branch's own clock, money kopecks. */
export type OrderPage = Awaited<ReturnType<typeof readOrderPage>>;

export async function readOrderPage(shop: Shop, order: OrderView, now = new Date()) {
  const { db, keys, requestContext } = shop;
  const zone = order.branch.time_zone;
  const isPickup = order.receiving.type === 'pickup';
  const is_active = isActive(order.state);
  const place = order.receiving.department;
  const documents = await shownDocuments(db, order);
  const invoice = documents.find(({ kind }) => kind === 'invoice')?.file ?? null;
  const point = place && (await readOrderPoint(db, place, now));
  const branch = await readOrderPoint(db, order.branch, now);
  const may_pay_online = await mayPayOnline(shop, order);
  const may_approve = mayApprove(shop, order);
  const given = await readPartGiven(db, order);
  const { storage_days, terms } = await readTerms(db, (place ?? order.branch).id_1c);
  return {
    id: order.id,
    number: order.number,
    city: order.branch.city,
    created_text: momentWords(order.created_at, zone, now),
    state: order.state,
    ...stateOf(order),
    /** What a purchaser ordered above the limit, for the owner who decides. */
    approval: may_approve ? { asked_by: order.approval?.asked_by ?? order.contact.name } : null,
    /** A guest's order that waits for the click in its email, and until when. */
    unconfirmed: unconfirmedOf(order),
    steps: stepsFor(order, now),
    /** An order that has just been placed is thanked for. */
    is_thanked: order.state === 'new' && !order.awaits_approval,
    next: whatNext(order, {
      hasInvoice: invoice !== null,
      hasAccountants: invoice !== null && (await accountantsOf(db, order)).length > 0,
      mayPayOnline: may_pay_online,
      mayApprove: may_approve,
      closedWords: closedWords(point ?? branch),
      storageDays: storage_days,
      moneyDays: isPaidByAccount(order.payment_method) ? terms[`${order.payment_method}_working_days`] : null,
      isPartGiven: given !== null,
      owedBack: await owedBackOf(db, order),
      ...(await readinessOf(db, order, now)),
    }),
    is_active,
    pass: mayBeHandedOver(order) ? passOf(order, requestContext.origin, keys) : null,
    pass_hint: is_active && !order.awaits_approval && !mayBeHandedOver(order) ? passHint(order) : null,
    has_acts: (await listActs(db, order.id)).length > 0,
    is_pickup: isPickup,
    point,
    branch,
    address: order.receiving.address,
    zone_name: order.receiving.zone_name,
    date_text: dayText(order),
    calendar: hasCalendar(order) ? calendarFile : null,
    car_plate: isPickup ? order.receiving.car_plate : null,
    unloading_note: order.receiving.unloading_note,
    receiving_rights: receivingRights(order),
    may_arrive: mayArrive(order, point, now),
    recipient: order.receiving.recipient ?? order.contact,
    contact: order.contact,
    company: order.company,
    /** What the reader is in the firm that ordered; null: nobody there. */
    role_words: order.reader_role && companyRoleWords[order.reader_role].name.toLowerCase(),
    documents,
    /** The invoice that waits for its money. */
    invoice_due: isMoneyAwaited(order) ? invoice : null,
    is_upd_awaited: order.company !== null && is_active && !order.awaits_approval,
    comment: order.comment,
    /** Until all of it was found and put together. */
    replacement: isBeingAssembled(order) ? replacementAnswerWords[order.replacement_rule] : null,
    payment: { ...paymentFacts(order), may_pay_online, refunded: await refundedOf(db, order) },
    lines: await linesOf(db, order, given, now),
    coupon: order.coupon,
    discount: order.discount,
    bonus_discount: order.bonus_discount,
    goods_before: goodsBefore(order),
    delivery_price: order.delivery_price,
    carrying: order.receiving.carrying && {
      words: carryingWords(order.receiving.carrying),
      price: order.carrying_price,
    },
    total: order.total,
    bonuses_ahead: await bonusesAhead(db, order),
    vat: vatOfOrder(order, await isVatPayer(db)),
    weight_grams: order.weight_grams,
    may_add_goods: whyNothingAdded(order) === null,
    can_be_cancelled: order.can_be_cancelled && order.reader_role !== 'accountant' && !may_approve,
    /** Lines to be ordered again; null: not for this reader. */
    repeat: order.reader_role === 'accountant' ? null : await readRepeat(shop, order),
    history: historyOf(order, now),
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

function unconfirmedOf({ is_unconfirmed, reserved_until, branch, contact }: OrderView) {
  if (!is_unconfirmed || !reserved_until) return null;
  return { until: untilWords(reserved_until, branch.time_zone), email: contact.email };
}

/** The point takes word of an arrival while it is open (`announceArrival` asks it again). */
export function mayArrive(order: OrderView, point: OrderPoint | null, now: Date): boolean {
  if (order.state !== 'ready' || order.reader_role === 'accountant' || point === null) return false;
  return point.is_open && !isExpected(order, now);
}

const isBeingAssembled = ({ state }: OrderView) => state === 'new' || state === 'assembling';

/** By when the goods are at the point: a guest's order is begun once somebody stands for it. */
async function readinessOf(db: Shop['db'], order: OrderView, now: Date) {
  const { department } = order.receiving;
  const departments = await departmentDirectory(db);
  const point = departments.find(({ id_1c }) => id_1c === department?.id_1c);
  const stores = order.lines.map(({ store }) => store);
  const begun = (order.user_id === null ? order.moves.at(-1)?.at : null) ?? order.created_at;
  return {
    isAtPoint: point !== undefined && isAllAt(point, stores),
    readyWords: order.is_unconfirmed ? null : readyWords(order, point, { begun, stores, departments }, now),
  };
}

/** `file`: null until it can be issued. */
async function shownDocuments(db: Shop['db'], order: OrderView) {
  const papers = await listDocuments(db, order);
  const hasParts = papers.some(({ part }) => part > 1);
  return papers.map(({ is_ready, at, ...paper }) => ({
    kind: paper.kind,
    title: documentTitle(paper.kind, hasParts ? at : null, order.branch.time_zone),
    file: is_ready ? documentFile(paper) : null,
  }));
}

/** Its state, the same on each of its pages. */
export function stateOf(order: OrderView) {
  const wait = waitWords(order);
  return {
    state_words: wait ?? orderStateWord(order.state, order.receiving.type, order.has_given),
    /** Somebody has to do something before the shop does. */
    is_waiting: wait !== null,
  };
}

function waitWords(order: OrderView): string | null {
  if (order.is_unconfirmed) return 'Не подтверждён';
  if (order.awaits_approval) return 'На согласовании';
  return isInvoiceFirst(order) ? 'Ждёт оплаты' : null;
}

/** Another person than the buyer, at their own session (`approveOrder` asks it again). */
function mayApprove(
  { requestContext: { account } }: Shop,
  { awaits_approval, reader_role, user_id }: OrderView,
): boolean {
  if (!awaits_approval || reader_role !== 'owner' || account === null) return false;
  return account.acting === null && account.user_id !== user_id;
}

/** An order to be paid on receipt, as far as the site could take the money for it. */
export async function mayPayOnline(
  { db, partners }: Pick<Shop, 'db' | 'partners'>,
  order: OrderView,
): Promise<boolean> {
  const { payments } = partners;
  if (order.payment_method !== 'on_receipt' || !payments || order.lines.length > payments.most_positions) return false;
  const payment = await paymentOf(db, order.id);
  return payment?.situation === 'on_receipt' || payment?.situation === 'waiting';
}

/** «Откроется завтра в 09:00»; null while it is open. */
function closedWords({ is_open, open_words }: OrderPoint): string | null {
  return is_open ? null : open_words;
}

/** When the code comes, said quietly until it can be used. */
function passHint({ receiving }: OrderView): string {
  return receiving.type === 'pickup'
    ? 'Код получения появится здесь и в письме, когда заказ будет готов к выдаче.'
    : 'Код получения появится здесь и в письме, когда машина с заказом выедет.';
}

/** The code to be shown or named at the handing over. */
function passOf(order: OrderView, origin: string, keys: SecretKeys) {
  const { pickup_code, reserved_until, receiving, branch, state } = order;
  return {
    code: spelledCode(pickup_code),
    title: receiving.type === 'pickup' ? 'Покажите код на выдаче' : 'Назовите код водителю',
    qr: qrPath(passLink(origin, passToken(keys, order))),
    kept_text: reserved_until && state === 'ready' ? `Храним до ${untilWords(reserved_until, branch.time_zone)}` : null,
  };
}

function paymentFacts(order: OrderView) {
  const { payment_method, payment_state, state, deferral_days } = order;
  const isLater = paysLater(order) && state !== 'completed';
  const isOwed = isUnpaid(payment_state);
  const taken = isOwed ? order.taken_kopecks : 0;
  // What is paid on receipt says so by its name, and for a cancelled order nobody waits.
  const isSilent = isOwed && (state === 'cancelled' || (payment_method === 'on_receipt' && payment_state === 'unpaid'));
  return {
    method: paymentMethodWords[payment_method],
    state: isSilent
      ? null
      : isOwed && isLater && deferral_days !== null
        ? `Оплата ${deferralWords(deferral_days)}`
        : paymentStateWords[payment_state],
    is_paid: payment_state === 'paid',
    /** At the desk, for the part that has left, while the rest is still owed. */
    taken,
    /** What it costs, or what is left of that. */
    sum: taken > 0 ? dueAtDesk(order) : order.total,
    is_due: isOwed && !isLater,
    /** Paid on the site, and not yet. */
    is_awaited: isPaymentAwaited(order),
    is_credit: payment_method === 'credit',
    is_online: isPaidOnline(order.payment_method),
  };
}

/** What is to go back to the buyer of a paid order and has not yet, kopecks. */
async function owedBackOf(db: Shop['db'], { id, state, payment_state }: OrderView): Promise<number> {
  if (state !== 'completed' || payment_state !== 'paid') return 0;
  const refunds = (await paymentOf(db, id))?.refunds ?? [];
  return refunds.reduce((sum, { state, may_repeat, amount }) => {
    return state === 'new' || state === 'pending' || may_repeat ? sum + amount : sum;
  }, 0);
}

/** What has gone back to the buyer, kopecks. */
async function refundedOf(db: Shop['db'], { id, payment_state }: OrderView): Promise<number> {
  if (payment_state !== 'partly_refunded' && payment_state !== 'refunded') return 0;
  return (await paymentOf(db, id))?.refunded ?? 0;
}

/** `given`: of `readPartGiven`. */
async function linesOf(db: Shop['db'], order: OrderView, given: number[] | null, now: Date) {
  const warranties = order.has_given ? await warrantiesOf(db, order.id) : [];
  const today = localTime(now, order.branch.time_zone).date;
  return order.lines.map((line, at) => ({
    ...lineOf(order, line, given && (given[at] ?? 0)),
    warranty_words: warrantyWords(warranties, line.position, today),
  }));
}

/** Of a line, what is shown. `given`: how much of it has left; null: the order was not given out in part. */
function lineOf(order: OrderView, line: OrderView['lines'][number], given: number | null) {
  const { position, slug, image, name, article, count, shown_unit, price, is_business_price } = line;
  const given_words = given === null ? null : givenWords(order, line, given);
  const was_received = given === null || given > 0;
  return {
    position,
    slug,
    image,
    name,
    article,
    count,
    shown_unit,
    price,
    is_business_price,
    given_words,
    was_received,
  };
}

/** «Гарантия 3 года: до 30.11.2029», once it is over «Гарантия 3 года закончилась 30.11.2029»; null: there is none. */
function warrantyWords(warranties: Warranty[], position: number, today: string): string | null {
  const found = warranties.find((other) => other.position === position);
  if (!found) return null;
  const term = `Гарантия ${warrantyTerm(found.months)}`;
  return found.until >= today
    ? `${term}: до ${formatDay(found.until)}`
    : `${term} закончилась ${formatDay(found.until)}`;
}

/** `shipped_at`: one of several shipments is shown by its day. */
function documentTitle(kind: DocumentName['kind'], shipped_at: Date | null, zone: string): string {
  if (kind === 'invoice') return 'Счёт на оплату';
  return shipped_at ? `УПД по выдаче ${momentWords(shipped_at, zone)}` : 'УПД';
}

/**
 * «Принят → Собирается → Готов → Выдан» with the times of the moves; a cancelled order ends where it was cancelled, one
 * given out in part stands at its last step.
 */
function stepsFor(order: OrderView, now: Date): OrderStep[] {
  const { type } = order.receiving;
  const timeOf = (state: OrderState) => {
    const move = order.moves.findLast((other) => other.state === state);
    return move ? momentWords(move.at, order.branch.time_zone, now) : '';
  };
  const steps = stepsOf(type);
  const isOver = order.state === 'cancelled';
  const passed = steps.filter((state) => timeOf(state) !== '');
  const shown: OrderState[] = isOver ? [...passed, 'cancelled'] : steps;
  const part = order.has_given && isActive(order.state) ? orderStateWord(order.state, type, true) : null;
  // Delivery's 'ready' is no step of its own: the order is assembled and still stands at that step.
  const reached = order.state === 'ready' && !shown.includes('ready') ? 'assembling' : order.state;
  const at = shown.indexOf(part !== null ? 'completed' : reached);
  const waits = waitsFor(order);
  const line = shown.map(
    (state, index): OrderStep => ({
      words: (index === at && (waits ?? part)) || orderStateWord(state, type),
      time: timeOf(state),
      look: index < at || order.state === 'completed' ? 'done' : index > at ? 'todo' : waits ? 'waits' : 'now',
    }),
  );
  return waits === null && isInvoiceFirst(order) ? withPayment(line, order, now) : line;
}

/** Between its taking in and its assembling an order waits for the money of its invoice. */
function withPayment([first, ...others]: OrderStep[], order: OrderView, now: Date): OrderStep[] {
  const { time_zone } = order.branch;
  const year = localTime(now, time_zone).date.slice(0, 4);
  const time = order.reserved_until ? `до ${dayWords(lastDay(order.reserved_until, time_zone), year)}` : '';
  return [...(first ? [{ ...first, look: 'done' as const }] : []), { words: 'Оплата', time, look: 'waits' }, ...others];
}

/** What somebody has to do before the shop takes a new order up; null: nothing. */
function waitsFor({ state, is_unconfirmed, awaits_approval }: OrderView): string | null {
  if (state !== 'new') return null;
  if (is_unconfirmed) return 'Ждёт подтверждения';
  return awaits_approval ? 'На согласовании' : null;
}

/** A received order: until when whole packs are taken back, the last day included; null before and after. */
function takeBackOf(order: OrderView, now: Date): string | null {
  const received = order.moves.findLast(({ state }) => state === 'completed');
  if (order.state !== 'completed' || !received) return null;
  const { time_zone } = order.branch;
  const last = addDays(localTime(received.at, time_zone).date, takeBackDays);
  const today = localTime(now, time_zone).date;
  return today > last ? null : dayWords(last, today.slice(0, 4));
}

/** Every change with its time and who made it, newest first. */
function historyOf(order: OrderView, now: Date) {
  return order.moves.toReversed().map(({ at, state, payment_state, who, why }) => {
    const words = [
      state && orderStateWord(state, order.receiving.type),
      // A new order is unpaid, which needs no saying.
      payment_state && !(state === 'new' && payment_state === 'unpaid') && paymentStateWords[payment_state],
    ]
      .filter(Boolean)
      .join(', ');
    // A change of no state begins with why.
    const reason = words || !why ? why : upperFirst(why);
    return { time: momentWords(at, order.branch.time_zone, now), words, why: reason, who };
  });
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
    is_open: open?.is_open ?? true,
    phone: phoneList(place.phones)[0] ?? null,
    map_link: place.yandex_map_link,
    route_link: routeLink(place) ?? place.yandex_map_link,
  };
}
