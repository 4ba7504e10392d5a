import { useNavigate } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { reachedShare } from '../parts/reached.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { shortPrice } from '../parts/short-price.ts';
import { Change } from './change.tsx';
import type { Dashboard } from './home.tsx';

type Row = NonNullable<Dashboard['sales']>['branches'][number];

const address = (row: Row) => `/home?branch=${encodeURIComponent(row.department_id_1c)}`;

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Филиал',
    render: (row) => (
      <PageLink to={address(row)} className="strong cell-cut">
        {row.name}
      </PageLink>
    ),
  },
  { key: 'sum', label: 'Продажи', align: 'right', render: ({ sum }) => <b className="num">{shortPrice(sum)}</b> },
  {
    key: 'change',
    label: 'Изменение',
    align: 'right',
    render: ({ sum, sum_before: before }) => <Change now={sum} before={before} />,
  },
  {
    key: 'count',
    label: 'Заказов',
    align: 'right',
    render: ({ count }) => <span className="num">{formatCount(count)}</span>,
  },
  {
    key: 'before',
    label: 'Было заказов',
    align: 'right',
    render: ({ count_before: count }) => <span className="num">{formatCount(count)}</span>,
  },
  {
    key: 'visits',
    label: 'Посещений',
    align: 'right',
    render: ({ reached }) => <span className="num">{reached ? formatCount(reached.visits) : '—'}</span>,
  },
  {
    key: 'reached',
    label: 'Дошли до заказа',
    align: 'right',
    render: ({ reached }) => <span className="num">{reachedShare(reached)}</span>,
  },
  {
    key: 'overdue',
    label: 'Просрочены',
    align: 'right',
    render: ({ overdue }) => <span className={`num${overdue > 0 ? ' bad' : ''}`}>{formatCount(overdue)}</span>,
  },
  {
    key: 'unpaid',
    label: 'Ждут оплаты',
    align: 'right',
    render: ({ unpaid }) => <span className="num">{formatCount(unpaid)}</span>,
  },
  {
    key: 'kept',
    label: 'В срок',
    align: 'right',
    render: ({ promised, kept }) => (
      <span className="num">{promised === 0 ? '—' : `${formatCount(Math.round((kept / promised) * 100))}\u00a0%`}</span>
    ),
  },
  {
    key: 'lost',
    label: 'Потери, оценка',
    align: 'right',
    render: ({ lost }) => <span className="num">{shortPrice(lost)}</span>,
  },
];

/** What each branch sold; a press shows this page of one branch. */
export function BranchSales({ branches }: { branches: readonly Row[] }) {
  const navigate = useNavigate();
  return (
    <section className="panel branch-sales" aria-labelledby="branch-sales">
      <div className="panel-head">
        <h2 id="branch-sales">Филиалы</h2>
      </div>
      <RecordTable
        label="Продажи филиалов"
        rows={[...branches]}
        columns={columns}
        keyOf={({ department_id_1c: id }) => id}
        open={(row) => void navigate(address(row))}
      />
    </section>
  );
}
