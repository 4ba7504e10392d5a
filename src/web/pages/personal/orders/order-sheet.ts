import writeExcelFile from 'write-excel-file/node';
import type { OwnOrder } from '#modules/orders/list-own-orders.ts';
import { orderSums } from '#modules/orders/order-sums.ts';
import { formatDateTime } from '#shared/dates.ts';
import { roubles } from '#shared/money.ts';
import { orderStateWord, paymentMethodWords, paymentStateWords } from '#shared/order-states.ts';

const columns: { title: string; width: number; cell: (order: OwnOrder) => string | number }[] = [
  { title: 'Номер', width: 12, cell: (order) => order.number },
  { title: 'Дата', width: 18, cell: (order) => formatDateTime(order.created_at, order.time_zone) },
  {
    title: 'Состояние',
    width: 18,
    cell: (order) => orderStateWord(order.state, order.receiving_type, order.has_given),
  },
  { title: 'Получение', width: 14, cell: (order) => (order.receiving_type === 'pickup' ? 'Самовывоз' : 'Доставка') },
  { title: 'Город', width: 16, cell: (order) => order.city },
  { title: 'Пункт или адрес', width: 36, cell: (order) => order.place },
  { title: 'Получатель', width: 24, cell: (order) => order.recipient_name ?? '' },
  { title: 'Позиций', width: 10, cell: (order) => order.lines_count },
  { title: 'Сумма, ₽', width: 14, cell: (order) => roubles(orderSums(order).total) },
  { title: 'Возвращено, ₽', width: 16, cell: (order) => roubles(orderSums(order).refunded) },
  { title: 'Осталось оплатить, ₽', width: 22, cell: (order) => roubles(orderSums(order).due) },
  { title: 'Оплата', width: 22, cell: (order) => paymentMethodWords[order.payment_method] },
  { title: 'Состояние оплаты', width: 22, cell: (order) => paymentStateWords[order.payment_state] },
  { title: 'Организация', width: 30, cell: (order) => order.company_name ?? '' },
  { title: 'Ваш номер', width: 18, cell: (order) => order.buyer_number ?? '' },
  { title: 'Объект', width: 30, cell: (order) => order.building_site ?? '' },
  { title: 'Заказал', width: 24, cell: (order) => order.ordered_by },
];

/** Orders as a workbook of one sheet: sums are numbers in roubles, times those of each order's branch. */
export async function orderSheet(orders: OwnOrder[]): Promise<Buffer> {
  const head = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }));
  const rows = orders.map((order) => columns.map(({ cell }) => ({ value: cell(order) })));
  const sheet = { sheet: 'Заказы', columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 };
  return writeExcelFile([head, ...rows], sheet).toBuffer();
}
