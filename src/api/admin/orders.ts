import { z } from 'zod';
import { assignFree, listAssignees } from '#modules/orders/assign-order.ts';
import { assembleOrders, moveByStaff } from '#modules/orders/move-order.ts';
import { boardColumns, boardCounts } from '#modules/orders/staff-board.ts';
import { movesOf } from '#modules/orders/staff-moves.ts';
import {
  listStaffOrders,
  type StaffOrderFilter,
  type StaffOrderRow,
  staffOrderSorts,
} from '#modules/orders/staff-orders.ts';
import { cancelByStaff } from '#modules/payments/staff-refund.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDate, formatDateTime, formatDay } from '#shared/dates.ts';
import { roubles } from '#shared/money.ts';
import { type OrderState, orderStateWord, paymentMethodWords, paymentStateWords } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { localTime, momentOf } from '#shared/zoned-time.ts';
import { exportLimit, exportRows } from './export-rows.ts';
import { countedRows, keyedAnswer, keyedQuery, listQuery, readByKey, totalOf } from './list.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { Move, PaymentMethod, PaymentState, ReceivingType, State } from './order-shapes.ts';
import { type AdminRoute, type Asked, adminExport, adminRead, adminWrite, IdParam, rowsWords } from './route.ts';

/** Kopecks; times ISO with zone. */
const OrderRow = z.object({
  id: z.string(),
  number: z.int(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  department_id_1c: z.string(),
  city: z.string(),
  time_zone: z.string(),
  state: State,
  state_words: z.string(),
  payment_state: PaymentState,
  payment_words: z.string(),
  payment_method: PaymentMethod,
  payment_method_words: z.string(),
  receiving_type: ReceivingType,
  receiving_date: z.string().nullable(),
  promised_at: z.string().nullable(),
  place: z.string(),
  contact_name: z.string(),
  /** null: not for this person. */
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  company_name: z.string().nullable(),
  company_inn: z.string().nullable(),
  coupon: z.string().nullable(),
  comment: z.string(),
  lines_count: z.int(),
  total: z.int(),
  weight_grams: z.int(),
  recipient_name: z.string().nullable(),
  car_plate: z.string().nullable(),
  assigned_to: z.string().nullable(),
  assigned_name: z.string().nullable(),
  is_by_phone: z.boolean(),
  is_overdue: z.boolean(),
  is_short: z.boolean(),
  short_lines: z.int(),
  is_unconfirmed: z.boolean(),
  awaits_approval: z.boolean(),
  awaits_consent: z.boolean(),
  has_given: z.boolean(),
  arrived_at: z.string().nullable(),
  reserved_until: z.string().nullable(),
  /** Where it may go from here, and what keeps it from the rest. */
  moves: z.array(Move),
});

const Filter = {
  state: z.array(State),
  payment_state: z.array(PaymentState),
  payment_method: z.array(PaymentMethod),
  receiving_type: z.array(ReceivingType),
  department_id_1c: z.array(z.string().max(40)).max(200),
  pickup_department_id_1c: z.string().max(40),
  created_from: z.coerce.date(),
  created_to: z.coerce.date(),
  receiving_from: z.iso.date(),
  receiving_to: z.iso.date(),
  total_gte: z.int(),
  total_lte: z.int(),
  is_short: z.boolean(),
  is_unconfirmed: z.boolean(),
  is_overdue: z.boolean(),
  is_business: z.boolean(),
  is_by_phone: z.boolean(),
  awaits_consent: z.boolean(),
  awaits_money: z.boolean(),
  /** Looked after by whoever asks. */
  is_mine: z.boolean(),
  is_unassigned: z.boolean(),
  /** Looked after by one of these; with the two above: by any of all. */
  assigned_to: z.array(z.uuid()).max(50),
  user_id: z.uuid(),
  company_id: z.int(),
  coupon: z.string().max(60),
  product_id: z.int(),
  q: z.string().max(200),
};
const ListQuery = keyedQuery(Filter, staffOrderSorts);
type AskedFilter = z.output<typeof ListQuery>['filter'];

const BoardColumn = z.object({
  state: State,
  words: z.string(),
  count: z.int(),
  sum: z.int(),
  orders: z.array(OrderRow),
});

/** A bulk action takes so many orders at once. */
const mostChosen = 500;

/** Orders marked in the list, or all of its filter; `count`: how many of them the person saw. */
const Chosen = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  z.strictObject({
    filter: z.strictObject(Filter).partial(),
    count: z.int().min(1).max(mostChosen, 'Больше 500 заказов сразу: уточните отбор'),
  }),
]);

const columns: OrderState[] = ['new', 'assembling', 'ready', 'in_delivery', 'completed'];
/** A column shows so many; its head says how many there are. */
const cardsOfColumn = 60;

export const orderRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/orders',
    summary: 'Заказы',
    permission: 'orders.read',
    query: ListQuery,
    /** `sum`: of the whole filter without cancelled orders, kopecks; null: there are more than are counted. */
    response: keyedAnswer(OrderRow).extend({ totals: z.object({ sum: z.int().nullable() }) }),
    async run({ db, scope, may, staff, query: { filter, sort, ids, ...page }, now }) {
      const asked = { ...filterOf(filter, staff.user_id), ...(ids && { ids }) };
      const { rows, count, sum, next } = await readByKey(page, async (window) => {
        const { orders, ...counted } = await listStaffOrders(db, scope, asked, { ...window, sort }, now);
        return { rows: orders, ...counted };
      });
      const items = rows.map((order) => present(order, may('orders.contacts')));
      return { items, ...totalOf(count), next, totals: { sum: count > countedRows ? null : sum } };
    },
  }),

  adminRead({
    url: '/api/admin/orders/board',
    summary: 'Доска заказов',
    permission: 'orders.read',
    query: listQuery(Filter, staffOrderSorts).pick({ branch: true, filter: true }),
    response: z.object({
      columns: z.array(BoardColumn),
      counts: z.object({
        active: z.int(),
        overdue: z.int(),
        short: z.int(),
        consent: z.int(),
        unpaid: z.int(),
        mine: z.int(),
      }),
    }),
    run: readBoard,
  }),

  adminRead({
    url: '/api/admin/orders/assignees',
    summary: 'Кто ведёт заказы',
    permission: 'orders.read',
    response: z.object({
      items: z.array(z.object({ id: z.string(), full_name: z.string(), is_dismissed: z.boolean() })),
      total: z.int(),
    }),
    async run({ db, scope }) {
      const items = (await listAssignees(db, scope)).map(({ user_id, full_name, dismissed_at }) => ({
        id: user_id,
        full_name,
        is_dismissed: dismissed_at !== null,
      }));
      return { items, total: items.length };
    },
  }),

  adminExport({
    url: '/api/admin/orders/export',
    summary: 'Заказы по отбору таблицей: xlsx или csv, не больше 10 000',
    permission: 'orders.read',
    query: ListQuery.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run({ db, scope, may, staff, query: { filter, sort, ids, format }, now }) {
      const window = { limit: exportLimit, offset: 0, sort, count_to: exportLimit };
      const asked = { ...filterOf(filter, staff.user_id), ...(ids && { ids }) };
      const { orders } = await listStaffOrders(db, scope, asked, window, now);
      const rows = exportRows(orders, (order) => exportRow(order, may('orders.contacts')));
      const file = format === 'csv' ? csvTable(exportHead, rows) : await xlsxTable(exportHead, rows, exportWidths);
      return {
        file: { name: `Заказы ${formatDate(now)}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'orders',
          record_id: null,
          words: `Выгружены заказы по отбору: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/assign',
    summary: 'Взять себе заказы, которые никто не ведёт',
    permission: 'orders.assemble',
    body: Chosen,
    response: z.object({ taken: z.int(), skipped: z.int() }),
    async run(asked) {
      const { db, staff } = asked;
      const orders = await ownOrders(asked);
      const taken = await assignFree(
        db,
        orders.map(({ id }) => id),
        staff.user_id,
      );
      return {
        answer: { taken, skipped: skippedOf(asked.body, orders.length, taken) },
        audit: {
          resource: 'orders',
          record_id: null,
          words: `${staff.full_name}: взято заказов — ${taken}`,
          after: { orders: orders.map(({ number }) => number) },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/assemble',
    summary: 'Начать сборку выбранных заказов',
    permission: 'orders.assemble',
    body: Chosen,
    response: z.object({ moved: z.int(), skipped: z.int() }),
    async run(asked) {
      const { db, staff, now } = asked;
      const orders = await ownOrders(asked);
      const ids = orders.map(({ id }) => id);
      const moved = await assembleOrders(db, ids, { who: staff.full_name, now });
      const numbers = orders.flatMap(({ id, number }) => (moved.includes(id) ? [number] : []));
      return {
        answer: { moved: moved.length, skipped: skippedOf(asked.body, orders.length, moved.length) },
        audit: {
          resource: 'orders',
          record_id: null,
          words: `Начата сборка: ${countOf(moved.length, 'заказ', 'заказа', 'заказов')}`,
          after: { orders: numbers },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/move',
    summary: 'Перевод заказа в следующее состояние',
    permission: 'orders.assemble',
    params: IdParam,
    body: z.object({ state: State, why: z.string().max(500).default('') }),
    response: z.object({ state: State }),
    async run({ db, scope, may, staff, params: { id }, body: { state, why }, now }) {
      if (!may(state === 'cancelled' ? 'orders.cancel' : isAssembling(state) ? 'orders.assemble' : 'orders.move'))
        throw new Refusal('forbidden');
      const order = await needOrder(db, scope, id);
      const reason = why.trim();
      if (state === 'cancelled' && reason === '')
        throw new Refusal('bad_input', { fields: { why: 'Напишите причину: её прочитает покупатель' } });
      const by = { who: staff.full_name, why: reason, now };
      if (state === 'cancelled') await cancelByStaff(db, id, { ...by, most: await refundLimitOf(db, staff) });
      else await moveByStaff(db, id, state, by);
      const words = orderStateWord(state, order.receiving.type).toLowerCase();
      return {
        answer: { state },
        audit: aboutOrder(order, `Заказ ${order.number}: ${words}${reason ? ` (${reason})` : ''}`, {
          before: { state: order.state },
          after: { state },
        }),
      };
    },
  }),
];

/** Of the chosen orders those that the person may see. Throws not_found when there are none. */
async function ownOrders({ db, scope, staff, body, now }: Asked<unknown, unknown, z.output<typeof Chosen>>) {
  const most = 'ids' in body ? body.ids.length : mostChosen;
  const page = { sort: [], limit: most, offset: 0, count_to: most };
  const asked = 'ids' in body ? { ids: body.ids } : filterOf(body.filter, staff.user_id);
  const { orders, count } = await listStaffOrders(db, scope, asked, page, now);
  if ('count' in body && count !== body.count)
    throw new Refusal('bad_input', {}, `По отбору теперь другие заказы, их ${count}. Посмотрите список ещё раз`);
  if (orders.length === 0) throw new Refusal('not_found');
  return orders;
}

/** Marked orders that the person may not see are skipped too. */
function skippedOf(body: z.output<typeof Chosen>, found: number, done: number): number {
  return ('ids' in body ? body.ids.length : found) - done;
}

/** What the person at the shelf does. */
function isAssembling(state: string): boolean {
  return state === 'assembling' || state === 'ready';
}

async function readBoard({
  db,
  scope,
  may,
  staff,
  query,
  now,
}: Asked<unknown, { filter: AskedFilter }, undefined>): Promise<{
  columns: z.input<typeof BoardColumn>[];
  counts: Awaited<ReturnType<typeof boardCounts>>;
}> {
  const filter = filterOf(query.filter, staff.user_id);
  const zone = 'Europe/Moscow';
  const day_start = momentOf(localTime(now, zone).date, 0, zone);
  const page = { limit: cardsOfColumn, offset: 0, count_to: cardsOfColumn };
  const [sums, counts, ...lists] = await Promise.all([
    boardColumns(db, scope, filter, day_start, now),
    boardCounts(db, scope, staff.user_id, now),
    ...columns.map((state) => {
      const of = { ...filter, state: [state], ...(state === 'completed' && { completed_from: day_start }) };
      const sort = state === 'completed' ? [] : [{ column: 'promised_at' as const, isDescending: false }];
      return listStaffOrders(db, scope, of, { ...page, sort }, now);
    }),
  ]);
  return {
    counts,
    columns: columns.map((state, index) => ({
      state,
      words: state === 'completed' ? 'Выдан сегодня' : orderStateWord(state, 'pickup'),
      count: sums.find((column) => column.state === state)?.count ?? 0,
      sum: sums.find((column) => column.state === state)?.sum ?? 0,
      orders: (lists[index]?.orders ?? []).map((order) => present(order, may('orders.contacts'))),
    })),
  };
}

function filterOf({ is_mine, is_unassigned, assigned_to, ...filter }: AskedFilter, user_id: string): StaffOrderFilter {
  // The schema leaves absent fields out; `undefined` of its type never comes.
  const asked = filter as StaffOrderFilter;
  const people = [...(assigned_to ?? []), ...(is_mine ? [user_id] : []), ...(is_unassigned ? [null] : [])];
  return people.length > 0 ? { ...asked, assigned_to: people } : asked;
}

function present(order: StaffOrderRow, isContactShown: boolean): z.input<typeof OrderRow> {
  const { state, payment_state, payment_method, receiving_type, has_given } = order;
  return {
    ...order,
    created_at: order.created_at.toISOString(),
    completed_at: order.completed_at?.toISOString() ?? null,
    promised_at: order.promised_at?.toISOString() ?? null,
    state_words: orderStateWord(state, receiving_type, has_given),
    payment_words: paymentStateWords[payment_state],
    payment_method_words: paymentMethodWords[payment_method],
    contact_phone: isContactShown ? order.contact_phone : null,
    contact_email: isContactShown ? order.contact_email : null,
    place: isContactShown || receiving_type === 'pickup' ? order.place : '',
    arrived_at: order.arrived_at?.toISOString() ?? null,
    reserved_until: order.reserved_until?.toISOString() ?? null,
    moves: movesOf(order),
  };
}

const exportHead = [
  ...['Номер', 'Создан', 'Филиал', 'Покупатель', 'Телефон', 'Почта', 'Организация', 'ИНН', 'Сумма, ₽', 'Оплата'],
  ...['Способ оплаты', 'Получение', 'Место', 'Обещан', 'Состояние', 'Ведёт', 'Откуда', 'Купон', 'Строк', 'Комментарий'],
];
const exportWidths = [11, 17, 16, 26, 17, 26, 26, 14, 13, 20, 20, 12, 34, 12, 18, 22, 12, 12, 7, 40];

function exportRow(order: StaffOrderRow, isContactShown: boolean) {
  const { created_at, time_zone, receiving_type, receiving_date } = order;
  return [
    order.number,
    formatDateTime(created_at, time_zone),
    order.city,
    order.contact_name,
    isContactShown ? order.contact_phone : '',
    isContactShown ? (order.contact_email ?? '') : '',
    order.company_name ?? '',
    order.company_inn ?? '',
    roubles(order.total),
    paymentStateWords[order.payment_state],
    paymentMethodWords[order.payment_method],
    receiving_type === 'pickup' ? 'Самовывоз' : 'Доставка',
    isContactShown || receiving_type === 'pickup' ? order.place : '',
    receiving_date ? formatDay(receiving_date) : '',
    orderStateWord(order.state, receiving_type, order.has_given),
    order.assigned_name ?? '',
    order.is_by_phone ? 'Телефон' : 'Сайт',
    order.coupon ?? '',
    order.lines_count,
    order.comment,
  ];
}
