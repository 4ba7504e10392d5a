import type { Department } from '#modules/departments/queries.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { cancelledBy } from '#modules/orders/cancelled-by.ts';
import type { OrderAhead, OwnOrder } from '#modules/orders/list-own-orders.ts';
import { isAllAt } from '#modules/orders/named-hours.ts';
import { orderSums } from '#modules/orders/order-sums.ts';
import type { Warranty } from '#modules/orders/warranty.ts';
import { formatDay } from '#shared/dates.ts';
import { deferralWords, paysLater } from '#shared/deferral.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive, isUnpaid, orderStateWord, paymentStateWords } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { routeLink } from '#shared/route-link.ts';
import { momentWords, zonedDayWords } from '#shared/until-words.ts';
import { orderPaymentUrl, personalDocumentUrl, personalOrderUrl } from '#shared/urls.ts';
import { nextOpening, openState } from '#shared/work-time.ts';
import { mostPictures } from '#web/parts/goods/goods-pictures.tsx';
import { chosenDay, isInvoiceFirst, type NextAct, nextAct, nextStep, onlineAct, type PointAhead } from './next-step.ts';
import { readyWords } from './ready-words.ts';
import { stateBadges } from './state-badges.ts';

export type OrderRow = ReturnType<typeof rowOf>;

/**
 * What one's own order says in a list at a glance: its state, what to do first and until when, where it is received,
 * what is still to be paid. `departments`: the directory, for the hours of its pickup point; `mostPositions`: of
 * `onlineAct`.
 */
export function rowOf(order: OwnOrder, departments: Department[], mostPositions: number | null, now = new Date()) {
  return {
    id: order.id,
    number: order.number,
    created_text: momentWords(order.created_at, order.time_zone, now),
    done_text: doneText(order, now) ?? cancelledText(order, now),
    state: order.state,
    ...badgeOf(order),
    next: nextStep(order, pointAhead(order, departments, now), now),
    act: nextAct(order),
    online: onlineAct(order, mostPositions),
    papers: papersOf(order),
    /** Of what was received; null: the cash desk registered none. */
    receipt_url: order.has_receipt && order.state === 'completed' ? orderPaymentUrl(order.id) : null,
    where: whereOf(order, departments, now),
    recipient: order.recipient_name,
    goods: order.names,
    /** Instead of them where goods under warranty are asked for. */
    warranties: order.warranties.map(warrantyOf),
    more_goods: moreGoods(order, order.names.length),
    /** Besides the first of them. */
    other_goods: moreGoods(order, 1),
    images: order.images,
    // With fewer pictures than the most, the rest have none, or the same.
    more_images: order.images.length < mostPictures ? 0 : Math.max(order.goods_count - order.images.length, 0),
    ...moneyOf(order),
    company_name: order.company_name,
    /** Whose order it is, where the reader has several firms. */
    firm: order.is_of_many_firms ? order.company_name : null,
    own_words: ownWords(order),
    ordered_by: order.ordered_by,
  };
}

function pointAhead(order: OwnOrder, departments: Department[], now: Date): PointAhead {
  const point = departments.find(({ id_1c }) => id_1c === order.point_id_1c);
  return {
    opens: opensOf(order, departments, now),
    ready: readyWords(order, point, { begun: order.created_at, stores: order.stores, departments }, now),
    is_at_point: point !== undefined && isAllAt(point, order.stores),
  };
}

/** When the point of a pickup opens; null: it is open now, or the order is brought. */
export function opensOf({ point_id_1c }: OrderAhead, departments: Department[], now: Date): string | null {
  const point = departments.find(({ id_1c }) => id_1c === point_id_1c);
  return point ? nextOpening(openState(point.hours, point.hour_exceptions, point.time_zone, now)) : null;
}

/**
 * The point, or the address it is brought to. Whether the point is open, and the way there, are told once something
 * waits in it: nobody is to go there earlier.
 */
export function whereOf(order: OrderAhead, departments: Department[], now: Date) {
  const { place, point_id_1c, state } = order;
  const point = state === 'ready' ? departments.find(({ id_1c }) => id_1c === point_id_1c) : undefined;
  const open = point && openState(point.hours, point.hour_exceptions, point.time_zone, now);
  return {
    is_pickup: order.receiving_type === 'pickup',
    words: place,
    day: isActive(state) ? chosenDay(order, now) : null,
    open: open ? { is_open: open.is_open, words: open.words } : null,
    route: point ? routeLink(point) : null,
  };
}

/** Its state, until the buyer has moved: what waits for an owner's word, or for the money of an invoice, says so. */
function badgeOf(order: OwnOrder) {
  if (order.awaits_approval) return { state_words: 'На согласовании', badge: 'warn' as const };
  if (isInvoiceFirst(order)) return { state_words: 'Ждёт оплаты', badge: 'warn' as const };
  const { state, receiving_type, has_given } = order;
  return { state_words: orderStateWord(state, receiving_type, has_given), badge: stateBadges[state] };
}

/** «выдан 30 ноября»; null: it goes on, or was cancelled. */
function doneText({ state, receiving_type, completed_at, time_zone }: OwnOrder, now: Date): string | null {
  if (state !== 'completed' || completed_at === null) return null;
  return `${lowerFirst(orderStateWord(state, receiving_type))} ${zonedDayWords(completed_at, time_zone, now)}`;
}

/**
 * «отменён вами 22 ноября», «отменён магазином 22 ноября: не получен в срок»; null: it was not. An order of a firm may
 * be cancelled by another of its members.
 */
function cancelledText({ cancelled_at, cancelling, company_name, time_zone }: OwnOrder, now: Date): string | null {
  if (cancelled_at === null || cancelling === null) return null;
  const by = cancelledBy(cancelling);
  const day = zonedDayWords(cancelled_at, time_zone, now);
  if (by === 'buyer') return `отменён ${company_name === null ? 'вами' : 'покупателем'} ${day}`;
  const why = cancelling.why ? `: ${cancelling.why}` : '';
  return `отменён ${by === 'shop' ? 'магазином ' : ''}${day}${why}`;
}

/** What came with the goods: УПД, of several shipments on the order's page. */
function papersOf({ id, upd_parts: [part, ...others] }: OwnOrder): NextAct[] {
  const papers: NextAct[] = [];
  if (part !== undefined && others.length === 0) {
    const url = personalDocumentUrl(id, documentFile({ kind: 'upd', part }));
    papers.push({ words: 'УПД', icon: 'file-text', url, is_file: true });
  }
  if (others.length > 0)
    papers.push({ words: `УПД: ${others.length + 1}`, icon: 'file-text', url: personalOrderUrl(id) });
  return papers;
}

function warrantyOf({ position, name, until }: Warranty) {
  return { position, name, until_words: `На гарантии до\u00a0${formatDay(until)}` };
}

/** «Ваш номер ЗП-45, объект: ЖК «Северный»»: what the firm calls it; null: it said nothing. */
function ownWords({ buyer_number, building_site }: OwnOrder): string | null {
  return (
    [buyer_number && `Ваш номер ${buyer_number}`, building_site && `Объект: ${building_site}`]
      .filter(Boolean)
      .join(' · ') || null
  );
}

/** «и ещё 3 товара» after the names of the first; null: there are no others. */
function moreGoods({ goods_count }: OwnOrder, named: number): string | null {
  const rest = goods_count - named;
  return rest > 0 ? `и ещё\u00a0${countOf(rest, 'товар', 'товара', 'товаров')}` : null;
}

/** `sum`: what it costs, or of an order whose part was paid for at the desk what is left to be paid there, kopecks. */
export function moneyOf(order: Parameters<typeof orderSums>[0] & Parameters<typeof paymentOf>[0]): {
  sum: number;
  payment: ReturnType<typeof paymentOf>;
} {
  const { total, refunded, due } = orderSums(order);
  const said = (words: string) => ({ words, is_paid: false, is_due: false });
  if (order.taken_kopecks > 0 && isActive(order.state) && isUnpaid(order.payment_state))
    return { sum: due, payment: said(`Осталось оплатить из\u00a0${formatPrice(total)}`) };
  if (refunded > 0 && order.payment_state === 'partly_refunded')
    return { sum: total, payment: said(`Возвращено\u00a0${formatPrice(refunded)}`) };
  return { sum: total, payment: paymentOf(order) };
}

/**
 * Nothing is said of the money of an order that was cancelled unpaid; one paid on receipt, or later by agreement, is
 * not in arrears. `is_due`: the shop waits for it.
 */
export function paymentOf(
  order: Pick<OrderAhead, 'state' | 'payment_state' | 'payment_method' | 'awaits_approval' | 'deferral_days'>,
): { words: string; is_paid: boolean; is_due: boolean } | null {
  const { payment_state, payment_method } = order;
  const isOpen = isUnpaid(payment_state);
  if (isOpen && (order.state === 'cancelled' || order.awaits_approval)) return null;
  if (payment_state === 'unpaid' && payment_method === 'on_receipt')
    return { words: 'Оплата при получении', is_paid: false, is_due: false };
  if (isOpen && paysLater(order) && order.deferral_days !== null && order.state !== 'completed')
    return { words: `Оплата ${deferralWords(order.deferral_days)}`, is_paid: false, is_due: false };
  return { words: paymentStateWords[payment_state], is_paid: payment_state === 'paid', is_due: isOpen };
}
