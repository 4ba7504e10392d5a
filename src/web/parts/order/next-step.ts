import type { OrderAhead, OwnOrder } from '#modules/orders/list-own-orders.ts';
import { isActive } from '#shared/order-states.ts';
import { nearDayWords, untilWords } from '#shared/until-words.ts';
import { orderPassUrl, orderPaymentUrl, personalOrderUrl } from '#shared/urls.ts';
import { clock } from '#shared/work-time.ts';

/** What the buyer, or the shop, does next about an order that is under way. */
export function nextStep(order: OrderAhead, now = new Date()): string {
  const { payment_method, payment_state, receiving_type, reserved_until } = order;
  const isPickup = receiving_type === 'pickup';
  const until = reserved_until ? ` до ${untilWords(reserved_until, order.time_zone, now)}` : '';
  const day = chosenDay(order, now);
  const isUnpaid = payment_state === 'unpaid' || payment_state === 'pending';
  if (order.awaits_approval) return `Ждёт согласования владельца организации${until}`;
  switch (order.state) {
    case 'ready':
      if (isUnpaid && payment_method !== 'on_receipt') return `Заказ собран и ждёт оплаты${until}`;
      return isPickup
        ? `Заберите заказ${payment_state === 'paid' && until === '' ? ': оплаченный храним без срока' : until}`
        : `Заказ собран, ${day ? `привезём ${day}` : 'передадим его водителю'}`;
    case 'in_delivery':
      return 'Встретьте водителя: он позвонит перед приездом';
    case 'cancelled':
    case 'completed':
      return '';
    default:
      if (isUnpaid && payment_method === 'invoice') return `Оплатите счёт${until}`;
      if (isUnpaid && payment_method === 'online') return `Оплатите заказ${until}`;
      if (!isPickup && order.delivery_price === null) return 'Оператор назовёт цену доставки и согласует время';
      if (!isPickup) return day ? `Собираем, привезём ${day}` : 'Собираем, затем согласуем время доставки';
      return 'Собираем: пришлём письмо, когда можно забрать';
  }
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

export type NextAct = { words: string; icon: string; url: string };

/** The page where the buyer takes that step; null: it is the shop's, or done elsewhere. */
export function nextAct(order: OwnOrder): NextAct | null {
  const { id, state, payment_method, payment_state, receiving_type } = order;
  if (order.awaits_approval) return { words: 'Открыть заказ', icon: 'arrow-right', url: personalOrderUrl(id) };
  const isUnpaid = payment_state === 'unpaid' || payment_state === 'pending';
  if (isUnpaid && payment_method !== 'on_receipt' && isActive(state)) {
    const words = { online: 'Оплатить', invoice: 'Оплатить счёт', credit: 'Заявка на кредит' }[payment_method];
    return { words, icon: 'credit-card', url: orderPaymentUrl(id) };
  }
  if (state === 'ready' && receiving_type === 'pickup')
    return { words: 'Показать пропуск', icon: 'qr-code', url: orderPassUrl(id) };
  if (state === 'in_delivery') return { words: 'Код для водителя', icon: 'qr-code', url: orderPassUrl(id) };
  return null;
}
