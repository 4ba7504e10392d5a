import { recipientOf } from '#modules/handover/hand-over.ts';
import { delegatedToken, listDelegated, passLink, passToken } from '#modules/handover/pass.ts';
import { dueAtDesk, mayBeHandedOver } from '#modules/orders/hand-over.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { takeBackDays } from '#shared/constants.ts';
import { daysAfter } from '#shared/dates.ts';
import { deferralWords, paysLater } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { momentWords, untilDayWords, zonedDayWords } from '#shared/until-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { qrPath } from '#web/ui/qr-path.ts';
import { mayArrive, mayPayOnline, readOrderPoint, stateOf } from '../read-order-page.ts';
import { isMoneyAwaited } from '../what-next.ts';
import { readActs } from './read-acts.ts';

const delegatedWords = { open: 'действует', used: 'использован', revoked: 'отозван' } as const;

export type PassPage = Awaited<ReturnType<typeof readPassPage>>;

/**
 * S2-19: the pickup pass with everything needed at the desk, the passes given to others, and the acts. Money in words.
 */
export async function readPassPage(found: Shop, order: OrderView, now = new Date()) {
  const { db, keys, requestContext } = found;
  const zone = order.branch.time_zone;
  const [acts, delegated] = await Promise.all([readActs(db, order), listDelegated(db, order.id)]);
  const place = order.receiving.department;
  const point = place && (await readOrderPoint(db, place, now));
  const isPickup = order.receiving.type === 'pickup';
  const link = passLink(requestContext.origin, passToken(keys, order));
  const received = order.moves.findLast(({ state }) => state === 'completed')?.at;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    ...stateOf(order),
    is_active: isActive(order.state),
    /** The code can be used now: shown as a pass, before that announced. */
    is_usable: mayBeHandedOver(order),
    is_money_awaited: isMoneyAwaited(order),
    is_pickup: isPickup,
    code: spelledCode(order.pickup_code),
    link,
    qr: qrPath(link),
    recipient: recipientOf(order),
    point,
    branch: await readOrderPoint(db, order.branch, now),
    kept_text:
      order.reserved_until && order.state === 'ready'
        ? // A phone keeps the page for a place without a connection: no «завтра».
          `Храним до ${untilDayWords(order.reserved_until, zone, now)}`
        : null,
    payment_text: paymentText(order),
    may_pay_online: await mayPayOnline(found, order),
    goods_text: [
      countOf(order.lines.length, 'позиция', 'позиции', 'позиций'),
      order.weight_grams > 0 && formatWeight(order.weight_grams),
    ]
      .filter(Boolean)
      .join(', '),
    may_arrive: mayArrive(order, point, now),
    may_change: order.reader_role !== 'accountant',
    delegated: delegated.map(({ id, name, code, created_at, state }) => ({
      id,
      name,
      code: spelledCode(code),
      created_text: momentWords(created_at, zone, now),
      is_open: state === 'open' && isActive(order.state),
      state_words: delegatedWords[state],
      link: passLink(requestContext.origin, delegatedToken(keys, { id, code })),
    })),
    acts,
    return_text: received
      ? `Вернуть товар надлежащего качества можно до ${zonedDayWords(daysAfter(received, takeBackDays), zone, now)}.`
      : null,
  };
}

export function paymentText(order: OrderView): string {
  const { payment_method, payment_state, taken_kopecks, delivery_price, deferral_days } = order;
  if (payment_state === 'paid') return 'Оплачен';
  if (payment_state === 'partly_refunded') return 'Оплачен, часть денег возвращена';
  if (payment_state === 'refunded') return 'Деньги возвращены';
  if (paysLater(order) && deferral_days !== null) return `Оплата по счёту ${deferralWords(deferral_days)}`;
  if (payment_method !== 'on_receipt') return 'Не оплачен: выдаём после оплаты';
  const more = delivery_price === null ? ' и доставка по счёту оператора' : '';
  const begun = payment_state === 'pending' ? '. Онлайн-оплата начата, деньги ещё не пришли' : '';
  const taken = taken_kopecks > 0 ? `, ${formatPrice(taken_kopecks)} уже принято` : '';
  return `К оплате при получении ${formatPrice(dueAtDesk(order))}${taken}${more}${begun}`;
}
