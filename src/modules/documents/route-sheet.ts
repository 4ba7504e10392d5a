import { dueAtDesk } from '#modules/orders/hand-over.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDateTime, formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { isUnpaid, orderStateWord } from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { clock } from '#shared/work-time.ts';
import { Paper } from './drawing/paper.ts';

export type RouteSheet = {
  /** YYYY-MM-DD. */
  date: string;
  /** Deliveries of that day. */
  orders: OrderView[];
};

/**
 * What the driver takes along: the deliveries of a day, a table for each branch in the order of their hours, with
 * addresses, goods, weight and what is to be taken from the recipient. A PDF.
 */
export async function renderRouteSheet({ date, orders }: RouteSheet, printed_at: Date): Promise<Buffer> {
  const day = formatDay(date);
  const paper = await Paper.open(`Маршрутный лист на ${day}`, 'Магазин', printed_at, 'landscape');
  if (orders.length === 0) {
    paper.gap(paper.text(`Маршрутный лист на ${day}`, { size: 15, font: 'bold' }) + 6);
    paper.gap(paper.text('Доставок на этот день нет.', { size: 10 }));
    return paper.close();
  }
  const byBranch = Map.groupBy(orders, ({ branch }) => branch.id_1c);
  for (const [index, own] of [...byBranch.values()].entries()) {
    if (index > 0) paper.gap(18);
    drawBranch(paper, day, own.toSorted(byHours), printed_at);
  }
  return paper.close();
}

function drawBranch(paper: Paper, day: string, orders: OrderView[], printed_at: Date): void {
  const branch = orders[0]?.branch;
  if (!branch) return;
  paper.need(120);
  paper.gap(paper.text(`Маршрутный лист на ${day}: ${branch.name_for_site}`, { size: 15, font: 'bold' }) + 4);
  paper.gap(paper.text(`Откуда: ${branch.city}, ${branch.address}`, { size: 9.5 }) + 6);
  paper.table(
    [
      { title: '№', width: 24, align: 'right' },
      { title: 'Заказ', width: 62, wholeWords: true },
      { title: 'Время', width: 58, align: 'center' },
      { title: 'Адрес и получатель', width: 226 },
      { title: 'Товары', width: 228 },
      { title: 'Вес', width: 54, align: 'right' },
      { title: 'Взять', width: 70, align: 'right' },
      { title: 'Получил', width: 71 },
    ],
    orders.map((order, at) => [
      String(at + 1),
      `${order.number}\n${orderStateWord(order.state, 'delivery', order.has_given)}`,
      hoursOf(order),
      addressOf(order),
      order.lines.map(({ name, count, shown_unit }) => `${name} — ${shownAmount(count, shown_unit)}`).join('\n'),
      formatWeight(order.weight_grams),
      takenOf(order),
      '',
    ]),
  );
  const due = orders.reduce((sum, order) => sum + dueAtDesk(order), 0);
  const weight = orders.reduce((sum, { weight_grams }) => sum + weight_grams, 0);
  paper.gap(8);
  const total = `Всего: ${countOf(orders.length, 'доставка', 'доставки', 'доставок')}, ${formatWeight(weight)}, взять ${formatPrice(due)}`;
  paper.gap(paper.text(total, { size: 10, font: 'bold' }) + 4);
  const printed = formatDateTime(printed_at, branch.time_zone);
  paper.gap(paper.text(`Напечатан ${printed}. Водитель: ______________________`, { size: 9 }) + 4);
}

function hoursOf({ receiving: { hours } }: OrderView): string {
  return hours ? `${clock(hours.from)}–${clock(hours.to)}` : 'в течение дня';
}

function addressOf({ receiving, contact, company, comment }: OrderView): string {
  const person = receiving.recipient ?? contact;
  return [
    receiving.address ?? '',
    `${person.name}, ${formatPhone(person.phone)}`,
    ...(company ? [company.name] : []),
    ...(company?.building_site ? [`Объект: ${company.building_site}`] : []),
    ...(receiving.carrying ? [carryingWords(receiving.carrying)] : []),
    ...(receiving.unloading_note ? [receiving.unloading_note] : []),
    ...(comment ? [`Комментарий: ${comment}`] : []),
  ].join('\n');
}

function takenOf(order: OrderView): string {
  const due = dueAtDesk(order);
  if (due > 0) return formatPrice(due);
  return isUnpaid(order.payment_state) ? 'не оплачен, деньги не брать' : 'оплачен';
}

function byHours(a: OrderView, b: OrderView): number {
  return (
    (a.receiving.hours?.from ?? 1_440) - (b.receiving.hours?.from ?? 1_440) ||
    (a.receiving.address ?? '').localeCompare(b.receiving.address ?? '', 'ru', { numeric: true })
  );
}
