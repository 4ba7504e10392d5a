import { z } from 'zod';
import { type Conversion, readConversion } from '#modules/reports/read-conversion.ts';
import { type SalesRow, salesGroupings, salesTable } from '#modules/reports/sales-table.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDay } from '#shared/dates.ts';
import { roubles } from '#shared/money.ts';
import { Reached, reachedBy } from './reached.ts';
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
  /** Of a category null: nobody comes to one alone. */
  reached: Reached,
});
const Row = Figures.extend({ id: z.string(), name: z.string().nullable() });

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
        ...(by === 'category' ? [] : ['Посещений', 'Заказов на сайте', 'Дошли до заказа, %']),
        ...(isCostShown ? ['Наценка, ₽', 'Из продаж с известной закупкой, ₽'] : []),
      ];
      const rows = items.map((item) => [
        ...[by === 'day' ? formatDay(item.id) : (item.name ?? 'Без категории'), item.orders, roubles(item.sum)],
        ...[roubles(item.average), item.promised, item.kept],
        ...(by === 'category' ? [] : reachedCells(item.reached)),
        ...(isCostShown ? [roubles(item.margin ?? 0), roubles(item.costed_sum ?? 0)] : []),
      ]);
      const widths = head.map((words, at) => (at === 0 ? 32 : Math.max(words.length, 10)));
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
  const [sold, all, reached] = await Promise.all([
    salesTable(db, filter, query.by, now),
    // Every order is on one day; of an order with goods of two categories two rows say one order each.
    salesTable(db, filter, 'branch', now),
    readConversion(db, scope.branches, days, query.by === 'day' ? 'day' : 'branch'),
  ]);
  const isCostShown = may('prices.cost');
  const rows = query.by === 'day' ? withDaysWithoutSales(sold, reached) : sold;
  const items: Row[] = rows.map((row) => ({
    id: row.id,
    name: row.name,
    ...figuresOf([row], query.by === 'category' ? [] : reached.filter(({ id }) => id === row.id), isCostShown),
  }));
  return { ...days, items, totals: figuresOf(all, reached, isCostShown) };
}

/** Days on which people came and nothing was sold stand among the others, the latest first. */
function withDaysWithoutSales(sold: SalesRow[], reached: Conversion[]): SalesRow[] {
  const nothing = { orders: 0, sum: 0, costed_sum: 0, margin: 0, promised: 0, kept: 0 };
  const empty = reached.filter(({ id }) => !sold.some((row) => row.id === id));
  return [...sold, ...empty.map(({ id }) => ({ id, name: id, ...nothing }))].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** «2,4» of a hundred visits; without a counted visit the cells are empty. */
function reachedCells(reached: Reached): (number | null)[] {
  if (!reached) return [null, null, null];
  return [reached.visits, reached.orders, Math.round((reached.orders / reached.visits) * 1000) / 10];
}

function figuresOf(rows: SalesRow[], reached: Conversion[], isCostShown: boolean): Figures {
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
    reached: reachedBy(reached),
  };
}
