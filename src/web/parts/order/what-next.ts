import { cancelledBy } from '#modules/orders/cancelled-by.ts';
import { confirmCondition } from '#modules/orders/confirm-condition.ts';
import { limitWords } from '#modules/orders/limit-words.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { laterTerm, paysLater } from '#shared/deferral.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { isPaidOnline, isUnpaid } from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import { workingDays } from '#shared/plurals.ts';
import { untilWords } from '#shared/until-words.ts';
import { clock, wholeHours, workTimeLines } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';

/** What `whatNext` has to know besides the order. */
export type NextFacts = {
  /** The invoice can be downloaded, and travels with the order's email. */
  hasInvoice: boolean;
  /** The firm has accountants, who get the invoice too. */
  hasAccountants: boolean;
  /** Paid on receipt, it may be paid on the site as well. */
  mayPayOnline: boolean;
  /** When the place that assembles the order opens, its point or else its branch; null while it is open. */
  closedWords: string | null;
  /** The reader is an owner of the firm, who decides on a purchaser's order above the limit. */
  mayApprove: boolean;
  /** For how many working days a ready order is kept there. */
  storageDays: number;
  /** For how many working days the goods wait for the money of an invoice or a credit; null: paid otherwise. */
  moneyDays: number | null;
  /** All of it lies in the point where it is picked up, so that nothing has to be brought there first. */
  isAtPoint: boolean;
  /** Goods of it have left, but not all. */
  isPartGiven: boolean;
  /** What goes back to the buyer and is not there yet, kopecks. */
  owedBack: number;
  /** By when it is ready there, of `readyWords`; null: not to be said. */
  readyWords: string | null;
};

/**
 * What happens to the order next, sentence by sentence, with the times there are: until when the goods wait, when the
 * place works, the day the buyer chose. All of it is from the shop's own rows; nothing is promised beside them.
 */
export function whatNext(order: OrderView, facts: NextFacts): string[] {
  const isPickup = order.receiving.type === 'pickup';
  if (order.awaits_approval) return approvalWords(order, facts);
  switch (order.state) {
    case 'cancelled':
      return cancelledWords(order);
    case 'completed':
      return [
        facts.isPartGiven
          ? `Выдано не всё, что было в заказе.${facts.owedBack > 0 ? ` За остальное вернём ${formatPrice(facts.owedBack)} тем же способом.` : ''}`
          : 'Спасибо за покупку.',
        ...laterWords(order, facts),
      ];
    case 'in_delivery':
      return [
        facts.isPartGiven
          ? 'Часть заказа уже передана, остальное ещё не выдано.'
          : 'Машина с вашим заказом выехала. Водитель позвонит перед приездом и спросит код получения.',
        ...laterWords(order, facts),
      ];
    case 'ready':
      if (!isPickup)
        return ['Заказ собран, скоро передадим его водителю.', ...deliveryWords(order), ...laterWords(order, facts)];
      return isMoneyAwaited(order)
        ? [...moneyWords(order, facts), 'Заказ собран. Выдадим его, когда поступит оплата.']
        : [
            `${facts.isPartGiven ? 'Часть заказа уже выдана, остальное' : 'Заказ собран и'} ждёт вас: назовите или покажите код.`,
            ...laterWords(order, facts),
          ];
    default:
      return [
        ...confirmWords(order),
        ...moneyWords(order, facts),
        ...assemblyWords(order, facts),
        ...(isPickup ? pickupWords(order, facts) : deliveryWords(order)),
        ...receiptWords(order, facts),
        ...laterWords(order, facts),
        ...paperWords(order),
      ];
  }
}

function approvalWords(order: OrderView, { mayApprove }: NextFacts): string[] {
  const until = untilOf(order);
  const held = `Товары отложены${until ? ` до ${until}` : ''}. Если заказ не согласуют, он будет отменён.`;
  if (mayApprove) return [limitWords(order, 'лимита закупщика'), `Согласуйте заказ или отклоните его. ${held}`];
  return [
    limitWords(order),
    `Заказ согласует владелец организации: мы ему написали. ${held}`,
    `О решении придёт письмо на ${order.contact.email}. До него заказ не собирают и не оплачивают.`,
  ];
}

/**
 * The shop waits for money on its account or through the site: before it hands anything out, or, of a firm that pays
 * later, from then on.
 */
export function isMoneyAwaited(order: OrderView): boolean {
  const { state, payment_method } = order;
  const isDue = !paysLater(order) || state === 'completed';
  return (
    isUnpaid(order.payment_state) &&
    isDue &&
    payment_method !== 'on_receipt' &&
    state !== 'cancelled' &&
    !order.awaits_approval
  );
}

/** The same through the site alone: online or on credit. */
export function isPaymentAwaited(order: OrderView): boolean {
  return isMoneyAwaited(order) && isPaidOnline(order.payment_method);
}

/** «25 ноября, 10:00–14:00»: the day the buyer chose, with the year when the order is of another; null: none. */
export function dayText({ receiving: { date, named_hours: hours }, created_at, branch }: OrderView): string | null {
  if (date === null) return null;
  const day = dayWords(date, localTime(created_at, branch.time_zone).date.slice(0, 4));
  return hours ? `${day}, ${clock(hours.from)}–${clock(hours.to)}` : day;
}

function cancelledWords(order: OrderView): string[] {
  const move = order.moves.findLast(({ state }) => state === 'cancelled');
  const by = move && cancelledBy(move);
  const why = move?.why ? `: ${move.why}` : '';
  const cancelled =
    by === 'buyer' && order.company === null
      ? 'Вы отменили заказ'
      : `Заказ отменён${by === 'shop' ? ' магазином' : ''}${why}`;
  const money = order.payment_state === 'paid' ? ' Деньги вернём тем же способом.' : '';
  const bonuses = order.bonus_discount > 0 ? ', бонусы вернулись на карту' : '';
  return [`${cancelled}. Товары больше не зарезервированы${bonuses}.${money}`];
}

function confirmWords(order: OrderView): string[] {
  if (!order.is_unconfirmed) return [];
  const until = untilOf(order);
  return [
    `Товары отложены за вами${until ? ` до ${until}` : ''}. Подтвердите заказ до этого времени, иначе он отменится и товары смогут купить другие.`,
  ];
}

/** What is paid when the goods are received. */
function receiptWords(order: OrderView, { mayPayOnline }: NextFacts): string[] {
  if (order.payment_method !== 'on_receipt' || !isUnpaid(order.payment_state)) return [];
  const isPickup = order.receiving.type === 'pickup';
  const online = mayPayOnline ? `, или онлайн в любой момент до ${isPickup ? 'выдачи' : 'передачи заказа'}` : '';
  return [`Оплатите ${isPickup ? 'при получении' : 'водителю'} картой или наличными${online}.`];
}

/** What a firm pays behind the goods, and until when. */
function laterWords(order: OrderView, { hasInvoice }: NextFacts): string[] {
  const until = laterTerm(order, order.branch.time_zone);
  if (until === null || !isUnpaid(order.payment_state)) return [];
  const where = hasInvoice ? `: счёт здесь и в письме${toOf(order)}` : '';
  return [`Счёт оплатите ${until}${where}.`];
}

/** What is paid before the goods are handed out. */
function moneyWords(order: OrderView, { hasInvoice, hasAccountants, moneyDays }: NextFacts): string[] {
  const { payment_method } = order;
  if (!isMoneyAwaited(order)) return [];
  // Until somebody stands for the order its term is that of the click, not of the money.
  const until = order.is_unconfirmed ? null : untilOf(order);
  const kept = until
    ? ` Товары зарезервированы до ${until}.`
    : order.is_unconfirmed && moneyDays
      ? ` С подтверждения товары ждут оплаты ${workingDays(moneyDays)}.`
      : '';
  const copied = hasAccountants ? ' Счёт получает и бухгалтерия.' : '';
  if (payment_method === 'online')
    return [until ? `Оплатите заказ до ${until}, потом резерв снимется.` : 'Оплатите заказ.'];
  if (payment_method === 'credit') {
    const ask = 'Заполните заявку на кредит или дождитесь звонка оператора';
    return [`${order.is_unconfirmed ? `Когда подтвердите, ${lowerFirst(ask)}` : ask}.${kept}`];
  }
  return hasInvoice
    ? [`Оплатите счёт банковским переводом: счёт здесь и в письме${toOf(order)}.${copied}${kept}`]
    : [`Счёт пришлёт письмом сотрудник филиала${toOf(order)}.${kept}`];
}

function assemblyWords(order: OrderView, { closedWords, isAtPoint, readyWords }: NextFacts): string[] {
  const isPickup = order.receiving.type === 'pickup';
  // No day is promised before the money has come; then goods of the point itself take an hour, others are brought.
  const when = !isPickup
    ? ''
    : isAtPoint
      ? ' за час, в часы работы пункта,'
      : ' и привезём в пункт на следующий рабочий день';
  const isAwaited = isMoneyAwaited(order);
  // While the point is closed only when it opens is known for sure.
  const ready = readyWords && !closedWords && isPickup ? ` ${isAtPoint ? '' : 'и привезём в пункт '}${readyWords}` : '';
  const after = isAwaited ? `Когда придут деньги, соберём заказ${when}` : `Соберём заказ${ready}`;
  // One «и» is enough for a sentence.
  const then = !isAtPoint && (isAwaited || ready) ? '. Затем' : ' и';
  const emailWords = isPickup ? `${then} пришлём письмо${toOf(order)}` : '';
  const isWaiting = order.state === 'new' && !isMoneyAwaited(order) && !order.is_unconfirmed;
  const closed =
    isWaiting && closedWords ? ` ${isPickup ? 'Пункт' : 'Филиал'} сейчас закрыт: ${lowerFirst(closedWords)}.` : '';
  return [`${after}${emailWords}.${closed}`];
}

function pickupWords(order: OrderView, { storageDays }: NextFacts): string[] {
  const point = order.receiving.department;
  if (!point) return [];
  const hours = wholeHours(workTimeLines(point.work_time));
  const day = dayText(order);
  // Goods that are paid for wait without a term.
  const kept = order.payment_method === 'on_receipt' ? ` Готовый заказ храним ${workingDays(storageDays)}.` : '';
  return [
    `Заберите его: г.\u00a0${point.city}, ${point.address}${hours ? `, ${hours}` : ''}.${day ? ` Вы выбрали ${day}.` : ''}${kept}`,
  ];
}

function deliveryWords(order: OrderView): string[] {
  const day = dayText(order);
  const chosen = day ? `Вы выбрали ${day}. ` : '';
  if (order.state === 'ready') return [`${chosen}Водитель позвонит перед приездом.`];
  const condition = isMoneyAwaited(order) ? ', если деньги поступят до этого дня' : confirmCondition(order);
  if (order.receiving.hours && order.delivery_price !== null)
    return [`Привезём ${day}${condition}. Водитель позвонит перед приездом.`];
  const price = order.delivery_price === null ? ', назовёт цену доставки' : '';
  return [`${chosen}Оператор позвонит на ${formatPhone(order.contact.phone)}${price} и согласует время.`];
}

function paperWords({ company, receiving }: OrderView): string[] {
  if (!company) return [];
  return [`УПД появится на этой странице после ${receiving.type === 'pickup' ? 'выдачи' : 'доставки'} заказа.`];
}

/** Where emails go is said once: a new order says it under its number. */
function toOf({ state, is_unconfirmed, contact }: OrderView): string {
  return state === 'new' && !is_unconfirmed ? '' : ` на ${contact.email}`;
}

function untilOf({ reserved_until, branch }: OrderView): string | null {
  return reserved_until && untilWords(reserved_until, branch.time_zone);
}
