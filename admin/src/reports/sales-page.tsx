import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { countCell } from '../parts/count-cell.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { Help } from '../parts/help.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { type Days, daysOf, orderedDays, Periods } from '../parts/periods.tsx';
import { ReachedFigure, reachedShare } from '../parts/reached.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { currentBranch, request } from '../request.ts';

type Report = paths['/api/admin/reports/sales']['get']['responses'][200]['content']['application/json'];
type Row = Report['items'][number];

const byDay = { value: 'day', label: 'По дням', column: 'День' } as const;
const groupings = [
  byDay,
  { value: 'branch', label: 'По филиалам', column: 'Филиал' },
  { value: 'category', label: 'По категориям', column: 'Категория' },
] as const;
type Grouping = (typeof groupings)[number]['value'];

/** What was sold by day, branch or category, with promises that were kept; margins for whoever may see them. */
export function SalesPage() {
  const address = useListAddress(['by', 'from', 'to'], '');
  const { by: [asked] = [], from: [from] = [], to: [to] = [] } = address.filter;
  const { value: by, label, column } = groupings.find(({ value }) => value === asked) ?? byDay;
  const days = daysOf(from, to);
  const setDays = ({ from, to }: Days) => address.setFilter({ from: [from], to: [to] });
  const search = new URLSearchParams({ ...days, by });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', 'sales', days, by, currentBranch()],
    queryFn: async ({ signal }) => (await request<Report>(`/api/admin/reports/sales?${search}`, { signal })).body,
    placeholderData: (before) => before,
  });
  const hasRows = data !== undefined && data.items.length > 0;
  return (
    <PageFrame title="Отчёты" actions={hasRows ? <ExportLink search={search} /> : null}>
      <div className="filters">
        <fieldset className="segments">
          <legend className="hidden-words">Продажи</legend>
          {groupings.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === by}
              onClick={() => address.setFilter({ by: [value === 'day' ? '' : value] })}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <Periods days={days} onChange={setDays} />
        <FilterDates label="Дни" {...days} onChange={(chosen) => setDays(orderedDays(chosen, days))} />
      </div>
      {hasRows ? <Totals totals={data.totals} isStale={isPlaceholderData} /> : null}
      <div className="panel list-panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={12} /> : null}
        {data?.items.length === 0 ? (
          <Empty title="За эти дни ничего не продали">Выберите другие дни или другой филиал.</Empty>
        ) : null}
        {hasRows ? (
          <RecordTable
            label={`Продажи ${label.toLowerCase()}`}
            rows={data.items}
            columns={columnsOf(column, by, data.totals.margin !== null)}
            keyOf={({ id }) => id}
            isStale={isPlaceholderData}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}

/** Of all days, branches and categories that were chosen. */
function Totals({ totals, isStale }: { totals: Report['totals']; isStale: boolean }) {
  const { orders, sum, average, promised, kept, margin, costed_sum: costed, reached } = totals;
  return (
    <section className={`panel loss-sums report-totals${isStale ? ' stale' : ''}`} aria-label="Всего">
      <dl>
        <Figure
          label="Продажи"
          help="Товары в оформленных заказах, со скидками, без доставки и без отменённых заказов."
        >
          {formatPrice(sum)}
        </Figure>
        <Figure label="Заказы">{formatCount(orders)}</Figure>
        <Figure label="Средний заказ">{formatPrice(average)}</Figure>
        <ReachedFigure now={reached} />
        <Figure
          label="Обещания выполнены"
          help="Заказы, которые были готовы к выдаче или доставлены до конца выбранного дня или часов, из тех, чей срок прошёл. Например, 18 из 20 — 90 %."
        >
          {share(kept, promised)}
        </Figure>
        {margin === null ? null : (
          <Figure
            label="Наценка"
            help="Продажи минус закупка по сегодняшней закупочной цене, по самой высокой из колонок; только по товарам, у которых она указана."
            note={costed ? `с продаж на ${formatPrice(costed)}` : 'закупочных цен нет'}
          >
            {costed ? formatPrice(margin) : '—'}
          </Figure>
        )}
      </dl>
    </section>
  );
}

type FigureProps = { label: string; help?: string; note?: string; children: string };

function Figure({ label, help, note, children }: FigureProps) {
  return (
    <div>
      <dt>
        {label}
        {help ? <Help about={label}>{help}</Help> : null}
      </dt>
      <dd>
        <b className="num">{children}</b>
        {note ? <span className="soft">{note}</span> : null}
      </dd>
    </div>
  );
}

function columnsOf(label: string, by: Grouping, isCostShown: boolean): Column<Row>[] {
  const numbers: (Column<Row> | false)[] = [
    money('sum', 'Продажи', ({ sum }) => sum),
    { key: 'orders', label: 'Заказов', align: 'right', render: ({ orders }) => countCell(orders) },
    money('average', 'Средний заказ', ({ average }) => average),
    by !== 'category' && {
      key: 'visits',
      label: 'Посещений',
      align: 'right',
      render: ({ reached }) => countCell(reached?.visits ?? null),
    },
    by !== 'category' && {
      key: 'reached',
      label: 'Дошли до заказа',
      align: 'right',
      render: ({ reached }) => <span className="num">{reachedShare(reached)}</span>,
    },
    by !== 'category' && {
      key: 'kept',
      label: 'Обещания выполнены',
      align: 'right',
      render: ({ kept, promised }) => <span className="num">{share(kept, promised)}</span>,
    },
    isCostShown && money('margin', 'Наценка', ({ margin, costed_sum: costed }) => (costed ? margin : null)),
  ];
  return [
    { key: 'name', label, render: (row) => <span className="loss-name">{nameOf(row, by)}</span> },
    ...numbers.filter((column) => column !== false),
  ];
}

function money(key: string, label: string, of: (row: Row) => number | null): Column<Row> {
  const shown = (sum: number | null) => (sum === null ? '—' : formatPrice(sum));
  return { key, label, align: 'right', render: (row) => <span className="num">{shown(of(row))}</span> };
}

function nameOf({ id, name }: Row, by: Grouping): string {
  if (by === 'day') return formatDay(id);
  return name ?? 'Без категории';
}

/** «90 %»; a dash where nothing was promised. */
function share(part: number, whole: number): string {
  return whole === 0 ? '—' : `${formatCount(Math.round((part / whole) * 1000) / 10)}\u00a0%`;
}

function ExportLink({ search }: { search: URLSearchParams }) {
  const own = new URLSearchParams(search);
  const branch = currentBranch();
  if (branch) own.set('branch', branch);
  return (
    <a className="btn btn-plain" href={`/api/admin/reports/sales/export?${own}`}>
      <Download size={16} aria-hidden="true" />
      Выгрузить
    </a>
  );
}
