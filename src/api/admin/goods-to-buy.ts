import { z } from 'zod';
import { type GoodsToBuy, goodsToBuySorts, listGoodsToBuy } from '#modules/reports/goods-to-buy.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDay } from '#shared/dates.ts';
import { roubles } from '#shared/money.ts';
import { exportLimit, exportRows } from './export-rows.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { periodOf } from './report-days.ts';
import { adminExport, adminRead, rowsWords } from './route.ts';

/** Kopecks and sales units. */
const Row = z.object({
  id: z.string(),
  product_id: z.int(),
  idcode: z.string(),
  article: z.string().nullable(),
  name: z.string(),
  unit: z.string(),
  department_id_1c: z.string(),
  branch: z.string(),
  available: z.int(),
  awaited: z.int(),
  sold: z.int(),
  lost_units: z.number(),
  sum: z.int(),
});

const Query = listQuery(
  {
    /** Days, both included; the last 28 when left out. */
    from: z.iso.date(),
    to: z.iso.date(),
    q: z.string().max(200),
  },
  goodsToBuySorts,
);

export const goodsToBuyRoutes = [
  adminRead({
    url: '/api/admin/goods-to-buy',
    summary: 'Что закупить: товары, которых не хватило покупателям, по филиалам',
    permission: 'reports.money',
    query: Query,
    response: listAnswer(Row),
    async run({ db, scope, query, now }) {
      const filter = { ...query.filter, ...periodOf(query.filter, now), branches: scope.branches };
      const window = { ...windowOf(query), sort: query.sort, count_to: countedRows };
      const { goods, count } = await listGoodsToBuy(db, filter, window);
      const items = goods.map((row) => ({ id: `${row.product_id}-${row.department_id_1c}`, ...row }));
      return { items, ...totalOf(count) };
    },
  }),

  adminExport({
    url: '/api/admin/goods-to-buy/export',
    summary: 'Что закупить таблицей: xlsx или csv, не больше 10 000 строк',
    permission: 'reports.money',
    query: Query.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run({ db, scope, query: { filter, sort, format }, now }) {
      const days = periodOf(filter, now);
      const window = { limit: exportLimit, offset: 0, sort, count_to: exportLimit };
      const { goods } = await listGoodsToBuy(db, { ...filter, ...days, branches: scope.branches }, window);
      const rows = exportRows(goods, exportRow);
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, widths);
      const words = `${formatDay(days.from)} — ${formatDay(days.to)}`;
      return {
        file: { name: `Закупка ${words}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'losses',
          record_id: null,
          words: `Выгружен список закупки за ${words}: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),
];

const head = [
  ...['Товар', 'Артикул', 'Код', 'Филиал', 'Единица', 'Есть сейчас', 'Ждут, человек', 'Продали за эти дни'],
  ...['Не хватило, оценка', 'Потеряли, оценка, ₽'],
];
const widths = [46, 16, 14, 20, 9, 12, 14, 18, 18, 20];

function exportRow(row: GoodsToBuy) {
  return [
    ...[row.name, row.article ?? '', row.idcode, row.branch, row.unit, row.available, row.awaited, row.sold],
    ...[row.lost_units, roubles(row.sum)],
  ];
}
