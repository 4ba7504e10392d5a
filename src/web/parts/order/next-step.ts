import type { OrderAhead, OwnOrder } from '#modules/orders/list-own-orders.ts';
import { laterTerm, paysLater } from '#shared/deferral.ts';
import { isActive, isUnpaid } from '#shared/order-states.ts';
import { nearDayWords, untilWords } from '#shared/until-words.ts';
import { orderPassUrl, orderPaymentUrl, personalDocumentUrl, personalOrderUrl } from '#shared/urls.ts';
import { clock } from '#shared/work-time.ts';

/**
 * What the buyer, or the shop, does next about an order that is under way, or whose invoice is still to be paid.
 * `point`: the one that assembles it.
 */
export function nextStep(order: StepOrder, point: PointAhead, now = new Date()): string {
  return [firstStep(order, point, now), laterStep(order, now)].filter(Boolean).join('. ');
}

/** `has_given`: goods of it have left, the rest waits. */
type StepOrder = OrderAhead & Partial<Pick<OwnOrder, 'has_given'>>;

/** When the point opens (`nextOpening`), and by when it has the goods ready (`readyWords`); null: not to be said. */
export type PointAhead = { opens: string | null; ready: string | null; is_at_point: boolean };

/** Until when a firm pays what it may pay behind the goods; '' where nothing of that is to be paid. */
function laterStep(order: OrderAhead, now: Date): string {
  const term = laterTerm(order, order.time_zone, now);
  const isOver = order.state === 'cancelled' || order.awaits_approval;
  if (!isUnpaid(order.payment_state) || term === null || isOver) return '';
  return order.completed_at ? `Оплатите счёт ${term}` : `Счёт оплатите ${term}`;
}

/** A new order whose invoice is to be paid before anything is done about it. */
export function isInvoiceFirst(
  order: Pick<OrderAhead, 'state' | 'payment_state' | 'payment_method' | 'deferral_days'>,
) {
  return order.state === 'new' && order.payment_method === 'invoice' && isMoneyFirst(order);
}

/** Money that the shop waits for before it goes on. In SQL: `urgency` of modules/orders/list-own-orders.ts. */
export function isMoneyFirst(order: Pick<OrderAhead, 'payment_state' | 'payment_method' | 'deferral_days'>): boolean {
  return isUnpaid(order.payment_state) && !paysLater(order);
}

function firstStep(order: StepOrder, point: PointAhead, now: Date): string {
  const { payment_method, payment_state, receiving_type, reserved_until } = order;
  const isPickup = receiving_type === 'pickup';
  const until = reserved_until ? ` до ${untilWords(reserved_until, order.time_zone, now)}` : '';
  const day = chosenDay(order, now);
  const isAwaited = isMoneyFirst(order);
  if (order.awaits_approval) return `Ждёт согласования владельца организации${until}`;
  switch (order.state) {
    case 'ready':
      if (isAwaited && payment_method !== 'on_receipt') return `Заказ собран и ждёт оплаты${until}`;
      return isPickup
        ? `Заберите ${order.has_given ? 'остальное' : 'заказ'}${payment_state === 'paid' && until === '' ? ': храним без срока' : until}`
        : `Заказ собран, ${day ? `привезём ${day}` : 'передадим его водителю'}`;
    case 'in_delivery':
      return 'Встретьте водителя: он позвонит перед приездом';
    case 'cancelled':
    case 'completed':
      return '';
    default:
      if (isAwaited && payment_method === 'invoice') return `Оплатите счёт${until}`;
      if (isAwaited && payment_method === 'online') return `Оплатите заказ${until}`;
      if (!isPickup && order.delivery_price === null) return 'Оператор назовёт цену доставки и согласует время';
      return assemblyStep(order, point, day);
  }
}

/** What has not been begun is promised, what is under way is reported. */
function assemblyStep({ state, receiving_type }: OrderAhead, point: PointAhead, day: string | null): string {
  const { opens, ready } = point;
  const isBegun = state === 'assembling';
  if (receiving_type === 'delivery') {
    if (day) return isBegun ? `Собираем, привезём ${day}` : `Соберём и привезём ${day}`;
    return `${isBegun ? 'Собираем' : 'Соберём'}, затем согласуем время доставки`;
  }
  if (isBegun) return ready ? `Собираем, будет готов ${ready}` : 'Собираем, о готовности напишем';
  if (opens) return `Соберём после открытия ${opens} и напишем`;
  if (ready) return `${point.is_at_point ? 'Соберём' : 'Привезём в пункт'} ${ready} и напишем`;
  return 'Соберём и напишем';
}

/** «завтра, 30 ноября, 10:00–14:00»: the day that the buyer chose; null: none. */
export function chosenDay(order: OrderAhead, now = new Date()): string | null {
  const { receiving_date, receiving_from, receiving_to, time_zone } = order;
  if (receiving_date === null) return null;
  const day = nearDayWords(receiving_date, time_zone, now);
  return receiving_from === null || receiving_to === null
    ? day
    : `${day}, ${clock(receiving_from)}–${clock(receiving_to)}`;
}

/** `is_file`: a paper that opens beside the shop. */
export type NextAct = { words: string; icon: string; url: string; is_file?: boolean };

/** The page where the buyer takes that step; null: it is the shop's, or done elsewhere. */
export function nextAct(order: OwnOrder): NextAct | null {
  const { id, state, payment_method, receiving_type } = order;
  if (order.awaits_approval) return { words: 'Открыть заказ', icon: 'arrow-right', url: personalOrderUrl(id) };
  const isDue = isActive(state)
    ? isMoneyFirst(order)
    : state === 'completed' && isUnpaid(order.payment_state) && paysLater(order);
  if (isDue && payment_method !== 'on_receipt') {
    // An invoice is paid at the bank: what is needed for that is the paper itself.
    if (payment_method === 'invoice' && order.has_invoice)
      return { words: 'Скачать счёт', icon: 'file-text', url: personalDocumentUrl(id, 'invoice.pdf'), is_file: true };
    const words = { online: 'Оплатить', invoice: 'Оплатить счёт', credit: 'Заявка на кредит' }[payment_method];
    return { words, icon: 'credit-card', url: orderPaymentUrl(id) };
  }
  if (state === 'ready' && receiving_type === 'pickup')
    return { words: 'Показать пропуск', icon: 'qr-code', url: orderPassUrl(id) };
  if (state === 'in_delivery') return { words: 'Код для водителя', icon: 'qr-code', url: orderPassUrl(id) };
  return null;
}

/**
 * What is paid on receipt may be paid on the site before, as on the order's own page. `mostPositions`: how many the
 * site takes money for in one order; null: it takes none.
 */
export function onlineAct(order: OwnOrder, mostPositions: number | null): NextAct | null {
  const { id, state, payment_method, payment_state, lines_count } = order;
  const isOpen = payment_method === 'on_receipt' && isUnpaid(payment_state) && isActive(state);
  if (!isOpen || order.awaits_approval || order.has_given) return null;
  if (mostPositions === null || lines_count > mostPositions) return null;
  return { words: 'Оплатить онлайн', icon: 'credit-card', url: orderPaymentUrl(id) };
}
