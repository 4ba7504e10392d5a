import { z } from 'zod';
import { readConversion } from '#modules/reports/read-conversion.ts';
import { type SalesRow, salesGroupings, salesTable } from '#modules/reports/sales-table.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDay } from '#shared/dates.ts';
import { roubles } from '#shared/money.ts';
import { periodOf } from './report-days.ts';
import { type Asked, adminExport, adminRead, rowsWords } from './route.ts';

const Query = z.strictObject({
  branch: z.string().max(40).optional(),
  /** Days, both included; the last 28 when left out. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  by: z.enum(salesGroupings).default('day'),
});
type Query = z.output<typeof Query>;

/** Kopecks, goods without delivery. */
const Figures = z.object({
  orders: z.int(),
  sum: z.int(),
  /** Of one order. */
  average: z.int(),
  promised: z.int(),
  kept: z.int(),
  /** Of goods whose purchase price is known; null: not for this person. */
  margin: z.int().nullable(),
  /** What these goods were sold for. */
  costed_sum: z.int().nullable(),
});
const Row = Figures.extend({
  id: z.string(),
  name: z.string().nullable(),
  /** Of branches: visits of the same days; null: not counted. */
  visits: z.int().nullable(),
});

const names = { day: 'День', branch: 'Филиал', category: 'Категория' };

export const salesReportRoutes = [
  adminRead({
    url: '/api/admin/reports/sales',
    summary: 'Продажи по дням, филиалам или категориям: сумма, выполненные обещания, наценка',
    permission: 'reports.money',
    query: Query,
    response: z.object({ from: z.string(), to: z.string(), items: z.array(Row), totals: Figures }),
    run: readReport,
  }),

  adminExport({
    url: '/api/admin/reports/sales/export',
    summary: 'Продажи таблицей: xlsx или csv',
    permission: 'reports.money',
    query: Query.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run(asked) {
      const { format, by } = asked.query;
      const { items, from, to } = await readReport(asked);
      const isCostShown = asked.may('prices.cost');
      const head = [
        ...[names[by], 'Заказов', 'Товары без доставки, ₽', 'В среднем, ₽', 'Обещаний', 'Выполнено'],
        ...(isCostShown ? ['Наценка, ₽', 'Из продаж с известной закупкой, ₽'] : []),
      ];
      const rows = items.map((item) => [
        ...[by === 'day' ? formatDay(item.id) : (item.name ?? 'Без категории'), item.orders, roubles(item.sum)],
        ...[roubles(item.average), item.promised, item.kept],
        ...(isCostShown ? [roubles(item.margin ?? 0), roubles(item.costed_sum ?? 0)] : []),
      ]);
      const widths = [32, 10, 22, 14, 12, 12, 16, 20].slice(0, head.length);
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, widths);
      const words = `${formatDay(from)} — ${formatDay(to)}`;
      return {
        file: { name: `Продажи ${words}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'reports',
          record_id: 'sales',
          words: `Выгружены продажи за ${words}: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),
];

type Figures = z.input<typeof Figures>;
type Row = z.input<typeof Row>;

async function readReport({ db, scope, may, query, now }: Asked<unknown, Query, undefined>) {
  const days = periodOf(query, now);
  const filter = { ...days, branches: scope.branches };
  const [sold, all, visits] = await Promise.all([
    salesTable(db, filter, query.by, now),
    // Every order is on one day; of an order with goods of two categories two rows say one order each.
    salesTable(db, filter, 'branch', now),
    query.by === 'branch' ? readConversion(db, scope.branches, days) : [],
  ]);
  const isCostShown = may('prices.cost');
  const items: Row[] = sold.map((row) => ({
    id: row.id,
    name: row.name,
    ...figuresOf([row], isCostShown),
    visits: visits.find(({ department_id_1c }) => department_id_1c === row.id)?.visits ?? null,
  }));
  return { ...days, items, totals: figuresOf(all, isCostShown) };
}

function figuresOf(rows: SalesRow[], isCostShown: boolean): Figures {
  const total = (of: (row: SalesRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const orders = total((row) => row.orders);
  const sum = total((row) => row.sum);
  return {
    orders,
    sum,
    average: orders === 0 ? 0 : Math.round(sum / orders),
    promised: total((row) => row.promised),
    kept: total((row) => row.kept),
    margin: isCostShown ? total((row) => row.margin) : null,
    costed_sum: isCostShown ? total((row) => row.costed_sum) : null,
  };
}
