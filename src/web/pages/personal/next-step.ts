import type { OwnOrder } from '#modules/orders/list-own-orders.ts';
import { formatDateTime, formatDay } from '#shared/dates.ts';
import { isActive } from '#shared/order-states.ts';
import { orderPassUrl, orderPaymentUrl, personalOrderUrl } from '#shared/urls.ts';

/** What the buyer, or the shop, does next about an order that is under way. */
export function nextStep(order: OwnOrder): string {
  const { payment_method, payment_state, receiving_type, reserved_until } = order;
  const isPickup = receiving_type === 'pickup';
  const until = reserved_until ? ` до ${formatDateTime(reserved_until, order.time_zone)}` : '';
  const day = order.receiving_date && formatDay(order.receiving_date);
  const isUnpaid = payment_state === 'unpaid' || payment_state === 'pending';
  if (order.awaits_approval) return `Ждёт согласования владельца организации${until}`;
  switch (order.state) {
    case 'ready':
      if (isUnpaid && payment_method !== 'on_receipt') return `Заказ собран и ждёт оплаты${until}`;
      return isPickup
        ? `Заберите заказ${until}`
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

/** The page where the buyer takes that step; null: it is the shop's, or done elsewhere. */
export function nextAct(order: OwnOrder): { words: string; url: string } | null {
  const { id, state, payment_method, payment_state, receiving_type } = order;
  if (order.awaits_approval) return { words: 'Открыть заказ', url: personalOrderUrl(id) };
  const isUnpaid = payment_state === 'unpaid' || payment_state === 'pending';
  if (isUnpaid && payment_method === 'online' && isActive(state))
    return { words: 'Оплатить', url: orderPaymentUrl(id) };
  if (isUnpaid && payment_method === 'invoice' && isActive(state))
    return { words: 'Оплатить счёт', url: orderPaymentUrl(id) };
  if (state === 'ready' && receiving_type === 'pickup') return { words: 'Показать пропуск', url: orderPassUrl(id) };
  return null;
}
