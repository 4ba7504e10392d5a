import { z } from 'zod';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import {
  type EndedReservation,
  endedReservationsOf,
  listShortGoods,
  listStaffStock,
  reservationsOf,
  type ShortGoods,
  saveShelf,
} from '#modules/catalogue/staff-stock.ts';
import { branchOfGoods } from '#modules/departments/branch-of-goods.ts';
import { isProlongable } from '#modules/orders/prolong-storage.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDate, formatDay } from '#shared/dates.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { countedRows, keyedAnswer, keyedQuery, listAnswer, listQuery, readByKey, totalOf, windowOf } from './list.ts';
import { refuseUnseen } from './record-changed.ts';
import { adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

/** Sales units. */
const StockRow = z.object({
  id: z.string(),
  product_id: z.int(),
  idcode: z.string(),
  name: z.string(),
  article: z.string().nullable(),
  unit: z.string(),
  store: z.string(),
  store_name: z.string(),
  on_hand: z.int(),
  reserved: z.int(),
  available: z.int(),
  shelf: z.string().nullable(),
  updated_at: z.string(),
  /** Day since which nothing is left to sell; null: there is some, or it was not seen yet. */
  out_since: z.string().nullable(),
  /** Buyers who asked to be told when it is back. */
  awaited: z.int(),
});

/** Sales units. */
const ShortRow = StockRow.omit({ available: true, updated_at: true, out_since: true, awaited: true }).extend({
  /** To be brought or ordered. */
  missing: z.int(),
  /** The first 20 that hold it. */
  orders: z.array(z.object({ id: z.string(), number: z.int(), count: z.int() })),
  orders_count: z.int(),
  /** The day the first of them was wished for. */
  wished_on: z.string().nullable(),
});
/** What a line of the audit log keeps of a place of storage before it was changed. */
const ShelfBefore = z.strictObject({ shelf: z.string().nullable() });
const endings: Record<EndedReservation['why'], string> = {
  cancelled: 'отменён или убран из заказа',
  expired: 'вышел срок',
  handed_over: 'выдан',
  taken_over: 'забрала 1С',
};
const ShortQuery = listQuery({ q: z.string().max(200) }, ['missing']);

export const stockRoutes = [
  adminRead({
    url: '/api/admin/stock',
    summary: 'Остатки по складам',
    permission: 'stock.read',
    query: keyedQuery(
      {
        q: z.string().max(200),
        category_id: z.int().positive(),
        brand_id: z.array(z.int().positive()).max(200),
        in_stock: z.boolean(),
        /** Orders hold more than there is. */
        is_over: z.boolean(),
      },
      ['name'],
    ),
    response: keyedAnswer(StockRow),
    async run({ db, scope, query }) {
      const { stores } = await goodsScope(db, scope.branches);
      const { rows, count, next } = await readByKey(query, (window) =>
        listStaffStock(db, stores, query.filter, window),
      );
      const items = rows.map(({ key: _, ...row }) => ({ ...row, updated_at: row.updated_at.toISOString() }));
      return { items, ...totalOf(count), next };
    },
  }),

  adminWrite({
    url: '/api/admin/stock/:id/shelf',
    summary: 'Место хранения товара',
    permission: 'stock.shelf',
    method: 'PUT',
    params: NumberParam,
    body: z.strictObject({
      store: z.string().max(40),
      shelf: z.string().trim().max(60, 'Не длиннее 60 знаков').nullable(),
      /** The place that was seen; another one by now is refused. */
      seen: z.string().max(200).nullable(),
    }),
    response: z.object({ shelf: z.string().nullable() }),
    async run({ db, scope, params, body }) {
      const { stores } = await goodsScope(db, scope.branches);
      if (!stores.includes(body.store)) throw new Refusal('not_found');
      const shelf = body.shelf || null;
      const before = await saveShelf(db, { product_id: params.id, store: body.store }, shelf);
      if (before === undefined) throw new Refusal('not_found');
      refuseUnseen(body.seen, before, `Пока вы смотрели, место изменили: теперь ${before ?? 'не указано'}`);
      return {
        answer: { shelf },
        audit: {
          resource: 'stock',
          record_id: `${params.id}-${body.store}`,
          department_id_1c: await branchOfGoods(db, { stores: [body.store] }),
          words: `Место хранения: ${before ?? 'не указано'} → ${shelf ?? 'не указано'}`,
          before: { shelf: before },
          after: { shelf },
        },
      };
    },
    undo: {
      resource: 'stock',
      fits: (before) => ShelfBefore.safeParse(before).success,
      async run({ db, scope }, record_id, fields) {
        const { shelf } = ShelfBefore.parse(fields);
        const [, product = '', store = ''] = /^(\d+)-(.+)$/.exec(record_id ?? '') ?? [];
        const { stores } = await goodsScope(db, scope.branches);
        if (!stores.includes(store)) throw new Refusal('not_found');
        const before = await saveShelf(db, { product_id: Number(product), store }, shelf);
        if (before === undefined) throw new Refusal('not_found');
        const department_id_1c = await branchOfGoods(db, { stores: [store] });
        return { department_id_1c, before: { shelf: before }, after: { shelf } };
      },
    },
  }),

  adminRead({
    url: '/api/admin/stock/:id/reservations',
    summary: 'Кто держит товар в резерве',
    permission: 'stock.read',
    params: NumberParam,
    response: z.object({
      items: z.array(
        z.object({
          order_id: z.string(),
          number: z.int(),
          store: z.string(),
          count: z.int(),
          created_at: z.string(),
          expires_at: z.string().nullable(),
          state_words: z.string(),
          /** By this person, now. */
          may_prolong: z.boolean(),
        }),
      ),
    }),
    async run({ db, scope, may, params, now }) {
      const { stores } = await goodsScope(db, scope.branches);
      const held = await reservationsOf(db, params.id, stores);
      return {
        items: held.map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          expires_at: row.expires_at?.toISOString() ?? null,
          state_words: orderStateWord(row.state, row.receiving_type, row.has_given),
          may_prolong: may('orders.edit') && isProlongable({ ...row, reserved_until: row.expires_at }, now),
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/stock/:id/ended-reservations',
    summary: 'Последние резервы товара на складе, которые кончились, и почему',
    permission: 'stock.read',
    params: NumberParam,
    query: z.strictObject({ branch: z.string().max(40).optional(), store: z.string().max(40) }),
    response: z.object({
      items: z.array(
        z.object({
          order_id: z.string(),
          number: z.int(),
          count: z.int(),
          created_at: z.string(),
          ended_at: z.string(),
          why_words: z.string(),
          state_words: z.string(),
        }),
      ),
    }),
    async run({ db, scope, params, query: { store } }) {
      const { stores } = await goodsScope(db, scope.branches);
      if (!stores.includes(store)) throw new Refusal('not_found');
      const ended = await endedReservationsOf(db, params.id, store);
      return {
        items: ended.map(({ why, state, receiving_type, has_given, created_at, ended_at, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
          ended_at: ended_at.toISOString(),
          why_words: endings[why],
          state_words: orderStateWord(state, receiving_type, has_given),
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/stock/short',
    summary: 'Нехватка: товары, которых в заказах больше, чем на складе',
    permission: 'stock.read',
    query: ShortQuery,
    response: listAnswer(ShortRow),
    async run({ db, scope, query }) {
      const { stores } = await goodsScope(db, scope.branches);
      const window = { ...windowOf(query), count_to: countedRows };
      const { rows, count } = await listShortGoods(db, stores, query.filter, window);
      return { items: rows, ...totalOf(count) };
    },
  }),

  adminExport({
    url: '/api/admin/stock/short/export',
    summary: 'Нехватка таблицей: xlsx или csv, не больше 10 000 строк',
    permission: 'stock.read',
    query: ShortQuery.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run({ db, scope, query: { filter, format }, now }) {
      const { stores } = await goodsScope(db, scope.branches);
      const window = { limit: countedRows, offset: 0, count_to: countedRows };
      const { rows: goods } = await listShortGoods(db, stores, filter, window);
      const rows = goods.map(exportRow);
      const file = format === 'csv' ? csvTable(exportHead, rows) : await xlsxTable(exportHead, rows, exportWidths);
      return {
        file: { name: `Нехватка ${formatDate(now)}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: { resource: 'stock', record_id: 'short', words: `Выгружена нехватка: ${rowsWords(rows.length)}` },
      };
    },
  }),
];

const exportHead = [
  ...['Товар', 'Артикул', 'Код', 'Склад', 'На складе', 'В заказах', 'Не хватает', 'Единица', 'Место', 'Нужен к'],
  'Заказы',
];
const exportWidths = [46, 16, 14, 24, 11, 11, 12, 9, 14, 12, 40];

function exportRow(row: ShortGoods) {
  const more = row.orders_count - row.orders.length;
  const orders = row.orders.map(({ number, count }) => `${number} — ${count}`).join(', ');
  return [
    ...[row.name, row.article ?? '', row.idcode, row.store_name, row.on_hand, row.reserved, row.missing, row.unit],
    row.shelf ?? '',
    row.wished_on ? formatDay(row.wished_on) : '',
    more > 0 ? `${orders} и ещё ${more}` : orders,
  ];
}
