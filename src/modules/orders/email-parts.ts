import { branchLines, type EmailBlock, type EmailFooter } from '#modules/mail/email.ts';
import { branchValues } from '#modules/mail/worded-email.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDateTime, formatDay } from '#shared/dates.ts';
import { discountWords } from '#shared/discount-words.ts';
import type { EmailValues } from '#shared/email-placeholders.ts';
import { knownName } from '#shared/greeting.ts';
import { formatPrice, servicePrice } from '#shared/money.ts';
import { isUnpaid, paymentMethodWords } from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { plural } from '#shared/plurals.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { clock, workTimeLines } from '#shared/work-time.ts';
import { mayBeHandedOver } from './hand-over.ts';
import { goodsBefore, type OrderView } from './queries.ts';

export function isPickup(order: OrderView): boolean {
  return order.receiving.type === 'pickup';
}

export function isAwaited(
  { payment_method, payment_state, awaits_approval }: OrderView,
  method: 'online' | 'credit',
): boolean {
  return !awaits_approval && payment_method === method && isUnpaid(payment_state);
}

/** «: счёт не оплачен в срок», as the move that cancelled the order says. */
export function reasonOf(order: OrderView): string {
  const why = order.moves.findLast((move) => move.state === 'cancelled')?.why;
  return why ? `: ${why}` : '';
}

/** What the changes of receiving since then said, as the history names them; without `since` the last one. */
export function changesOf(order: OrderView, since?: Date): string {
  const changes = order.moves.filter((move) => move.state === null && move.payment_state === null);
  const reported = changes.filter(({ at }) => since !== undefined && at >= since);
  return (reported.length > 0 ? reported : changes.slice(-1)).map(({ why }) => why).join('; ');
}

/** The code, once it opens something. */
export function codeOf(order: OrderView): EmailBlock[] {
  if (!mayBeHandedOver(order)) return [];
  const label = isPickup(order)
    ? 'Код получения: назовите его в пункте выдачи'
    : 'Код получения: назовите его водителю';
  return [{ kind: 'code', label, code: spelledCode(order.pickup_code) }];
}

export function linesOf(order: OrderView) {
  return [...order.lines.map((line) => ({ left: line.name, ...countAndSum(line) })), ...sumsOf(order)];
}

/** Before coupon and bonuses, which are rows of their own under the lines. */
export function countAndSum({ count, shown_unit, price }: OrderView['lines'][number]) {
  return { middle: shownAmount(count, shown_unit), right: formatPrice(count * price) };
}

export function sumsOf(order: OrderView) {
  const goods = `${order.lines.length}\u00a0${plural(order.lines.length, 'позиция', 'позиции', 'позиций')}`;
  const { carrying } = order.receiving;
  return [
    { left: `Товары, ${goods}`, right: formatPrice(goodsBefore(order)) },
    ...(order.discount > 0 ? [{ left: discountWords(order.coupon), right: `−${formatPrice(order.discount)}` }] : []),
    ...(order.bonus_discount > 0 ? [{ left: 'Бонусы', right: `−${formatPrice(order.bonus_discount)}` }] : []),
    { left: isPickup(order) ? 'Самовывоз' : 'Доставка', right: servicePrice(order.delivery_price) },
    ...(carrying ? [{ left: carryingWords(carrying), right: servicePrice(order.carrying_price) }] : []),
    { left: 'Итого', right: formatPrice(order.total), is_total: true },
  ];
}

export function factsOf(order: OrderView): { name: string; value: string }[] {
  const { department, address, date, named_hours, car_plate, unloading_note } = order.receiving;
  const place: { name: string; value: string }[] = department
    ? [
        { name: 'Пункт выдачи', value: `${department.city}, ${department.address}` },
        { name: 'Часы работы', value: workTimeLines(department.work_time).join(', ') },
        { name: 'Телефон пункта', value: phoneList(department.phones).join(', ') },
      ]
    : [{ name: 'Адрес доставки', value: address ?? '' }];
  return [
    ...place,
    ...(date ? [{ name: 'День получения', value: dayOf(date, named_hours) }] : []),
    ...(car_plate ? [{ name: 'Автомобиль', value: car_plate }] : []),
    ...(unloading_note ? [{ name: 'О разгрузке', value: unloading_note }] : []),
    { name: 'Оплата', value: paymentMethodWords[order.payment_method] },
    { name: 'Оформлен', value: at(order, order.created_at) },
  ];
}

export function dayOf(date: string, hours: OrderView['receiving']['hours']): string {
  const day = formatDay(date);
  return hours ? `${day}, ${clock(hours.from)}–${clock(hours.to)}` : day;
}

export function at(order: OrderView, moment: Date): string {
  return formatDateTime(moment, order.branch.time_zone);
}

export function untilOf(order: OrderView): string {
  return order.reserved_until ? `до ${at(order, order.reserved_until)}` : 'ненадолго';
}

/** Whose words an email about the order says, and what stands in their braces. */
export function wordsAbout({ number, contact, branch }: OrderView): {
  department_id_1c: string;
  values: EmailValues;
} {
  const values = { ...branchValues(branch), имя: knownName(contact.name), заказ: String(number) };
  return { department_id_1c: branch.id_1c, values };
}

/** Contact lines of the branch under any email about an order. */
export function footerOf({ branch }: OrderView): EmailFooter {
  return branchLines(branch);
}
