import { Clock } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { orderStates, orderStateWord, type PaymentState } from '#shared/order-states.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import type { OrderRow } from './order-row.ts';

const filterKeys = ['state', 'q', 'created_from', 'created_to'] as const;

const stateTones: Record<string, Tone> = {
  new: 'info',
  assembling: 'warn',
  ready: 'good',
  in_delivery: 'info',
  completed: 'plain',
  cancelled: 'plain',
};
const paymentTones: Record<PaymentState, Tone> = {
  unpaid: 'plain',
  pending: 'warn',
  paid: 'good',
  partly_refunded: 'outline',
  refunded: 'outline',
};

const columns: Column<OrderRow>[] = [
  { key: 'number', label: '№', sort: 'number', render: ({ number }) => <b className="num">{number}</b> },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  { key: 'department', label: 'Филиал', render: ({ department_name: name }) => name },
  { key: 'buyer', label: 'Покупатель', render: ({ buyer_name: name }) => name },
  { key: 'phone', label: 'Телефон', render: ({ phone }) => <span className="num">{phone ?? '—'}</span> },
  {
    key: 'total',
    label: 'Сумма',
    sort: 'total',
    align: 'right',
    render: ({ total_kopecks: total }) => <b className="num">{formatPrice(total)}</b>,
  },
  {
    key: 'payment',
    label: 'Оплата',
    render: ({ payment_state: state, payment_words: words }) => <Tag tone={paymentTones[state]}>{words}</Tag>,
  },
  { key: 'receiving', label: 'Получение', render: ({ receiving_words: words }) => words },
  { key: 'promised', label: 'Обещано', sort: 'promised_until', render: (row) => <Promised {...row} /> },
  {
    key: 'state',
    label: 'Состояние',
    sort: 'state',
    render: ({ state, state_words: words }) => <Tag tone={stateTones[state] ?? 'plain'}>{words}</Tag>,
  },
];

/** All orders of the branch, newest first. */
export function OrdersList() {
  const address = useListAddress(filterKeys, '-created_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], created_from: [from = ''] = [], created_to: [to = ''] = [], state = [] } = filter;
  const list = useGetList<OrderRow>(
    'orders',
    {
      filter: { ...(state.length ? { state } : {}), q, created_from: from, created_to: to },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const { data: rows, total = 0, error, isPlaceholderData, refetch, meta } = list;
  const branch = useSearchParams()[0].get('branch');
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <PageFrame title="Заказы">
      <div className="filters">
        <FilterText
          label="Номер, покупатель, телефон"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <FilterDates
          label="Создан"
          from={from}
          to={to}
          onChange={(next) => address.setFilter({ created_from: [next.from], created_to: [next.to] })}
        />
        <FilterChips
          label="Состояние"
          choices={orderStates.map((value) => ({ value, label: orderStateWord(value, 'pickup') }))}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        {isFiltered ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <div className="panel list-panel">
        {error && !rows ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !rows ? <Skeleton rows={12} /> : null}
        {rows?.length === 0 ? <NoOrders isFiltered={isFiltered} reset={address.resetFilter} /> : null}
        {rows && rows.length > 0 ? (
          <>
            {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
            <RecordTable
              label="Заказы"
              rows={rows}
              columns={branch ? columns.filter(({ key }) => key !== 'department') : columns}
              address={address}
              keyOf={({ id }) => id}
              toneOf={({ is_overdue: isOverdue }) => (isOverdue ? 'bad' : null)}
              isStale={isPlaceholderData}
            />
            <Pager address={address} total={total} hasMore={meta?.more === true} />
          </>
        ) : null}
      </div>
    </PageFrame>
  );
}

function NoOrders({ isFiltered, reset }: { isFiltered: boolean; reset: () => void }) {
  return isFiltered ? (
    <Empty title="Ничего не подошло" action={<Button onClick={reset}>Сбросить фильтры</Button>} />
  ) : (
    <Empty title="Заказов пока нет">Здесь появится каждый заказ, как только покупатель его оформит.</Empty>
  );
}

function Promised({ promised_until: until, is_overdue: isOverdue }: OrderRow) {
  if (!until) return '—';
  return (
    <span className={`promised num${isOverdue ? ' late' : ''}`}>
      {isOverdue ? <Clock size={12} aria-hidden="true" /> : null}
      {isOverdue ? 'просрочен, ' : ''}до {shortMoment(until)}
    </span>
  );
}
