import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { addDays } from '#shared/zoned-time.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch, request } from '../request.ts';
import { useCan } from '../session/session.ts';
import { CompareRegistry } from './compare-registry.tsx';
import { Invoices } from './invoices.tsx';

type Items<Path extends '/api/admin/payments' | '/api/admin/refunds' | '/api/admin/receipts'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['items'][number];
type Payment = Items<'/api/admin/payments'>;
type Refund = Items<'/api/admin/refunds'>;
type Receipt = Items<'/api/admin/receipts'>;
type Events = paths['/api/admin/payment-events']['get']['responses'][200]['content']['application/json'];

const tabs = [
  { key: 'payments', label: 'Платежи' },
  { key: 'refunds', label: 'Возвраты' },
  { key: 'receipts', label: 'Чеки' },
  { key: 'invoices', label: 'Счета' },
  { key: 'events', label: 'Странные уведомления' },
  { key: 'compare', label: 'Сверка' },
] as const;
const tones: Record<string, Tone> = {
  succeeded: 'good',
  pending: 'info',
  new: 'plain',
  waiting_for_capture: 'info',
  canceled: 'bad',
};
const states = {
  payments: [
    { value: 'succeeded', label: 'Оплачены' },
    { value: 'pending', label: 'Ждут оплаты' },
    { value: 'canceled', label: 'Не прошли' },
  ],
  refunds: [
    { value: 'succeeded', label: 'Возвращены' },
    { value: 'pending', label: 'В пути' },
    { value: 'new', label: 'Готовятся' },
    { value: 'canceled', label: 'Отклонены' },
  ],
  receipts: [
    { value: 'succeeded', label: 'Пробиты' },
    { value: 'pending', label: 'Отправлены' },
    { value: 'new', label: 'Готовятся' },
    { value: 'canceled', label: 'С ошибкой' },
  ],
};

/** What else the rows of a kind are chosen by. */
const besides: Partial<
  Record<keyof typeof states, { param: string; label: string; choices: { value: string; label: string }[] }>
> = {
  payments: {
    param: 'method',
    label: 'Чем платили',
    choices: [
      { value: 'card', label: 'Картой' },
      { value: 'sbp', label: 'СБП' },
      { value: 'credit', label: 'В кредит' },
      { value: 'transfer', label: 'Переводом' },
    ],
  },
  receipts: {
    param: 'kind',
    label: 'Какой чек',
    choices: [
      { value: 'prepayment', label: 'Предоплата' },
      { value: 'full', label: 'Полный расчёт' },
      { value: 'return', label: 'Возврат' },
    ],
  },
};

/** Money of all orders, by what kind of paper it is. */
export default function Payments() {
  const [search, setSearch] = useSearchParams();
  const mayCompare = useCan('payments.account');
  const shown = tabs.filter(({ key }) => key !== 'compare' || mayCompare);
  const tab = shown.find(({ key }) => key === search.get('tab')) ?? tabs[0];
  function show(key: string) {
    const next = new URLSearchParams();
    const branch = currentBranch();
    if (branch) next.set('branch', branch);
    next.set('tab', key);
    setSearch(next);
  }
  return (
    <PageFrame
      title="Платежи и чеки"
      beside={
        <nav className="tabs" aria-label="Что показать">
          {shown.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              aria-current={key === tab.key ? 'page' : undefined}
              onClick={() => show(key)}
            >
              {label}
            </button>
          ))}
        </nav>
      }
      actions={tab.key === 'receipts' ? <VatExport /> : null}
    >
      {tab.key === 'events' ? <StrangeEvents /> : null}
      {tab.key === 'compare' ? <CompareRegistry /> : null}
      {tab.key === 'invoices' ? <Invoices /> : null}
      {tab.key === 'payments' || tab.key === 'refunds' || tab.key === 'receipts' ? (
        <MoneyList key={tab.key} kind={tab.key} />
      ) : null}
    </PageFrame>
  );
}

function MoneyList({ kind }: { kind: 'payments' | 'refunds' | 'receipts' }) {
  const queries = useQueryClient();
  const beside = besides[kind];
  const address = useListAddress(
    ['q', 'state', 'created_from', 'created_to', ...(beside ? [beside.param] : [])],
    '-created_at',
  );
  const { filter, sort } = address;
  const { q: [q = ''] = [], created_from: [from = ''] = [], created_to: [to = ''] = [], state = [] } = filter;
  const verb = useVerb(() => void queries.invalidateQueries({ queryKey: [kind] }));
  const [message, setMessage] = useState('');
  const number = Number(q.replace(/\D/g, ''));
  const list = useGetList<Payment & Refund & Receipt>(
    kind,
    {
      filter: {
        ...(state.length ? { state } : {}),
        ...(beside && filter[beside.param] ? { [beside.param]: filter[beside.param] } : {}),
        ...(number > 0 ? { number } : {}),
        created_from: from,
        created_to: to && addDays(to, 1),
      },
      sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  const sum = (list.meta?.totals as { sum?: number } | undefined)?.sum;
  const run = (path: string, words: string) => {
    setMessage(words);
    verb.run(path);
  };
  const columns: Column<Payment & Refund & Receipt>[] = [
    ...common,
    ...own(kind),
    actionsColumn(kind, verb.isBusy, run),
  ];
  return (
    <>
      <div className="filters">
        <FilterText label="Номер заказа" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterDates
          label="Создан"
          hasRecent
          from={from}
          to={to}
          onChange={(next) => address.setFilter({ created_from: [next.from], created_to: [next.to] })}
        />
        <FilterChips
          label="Состояние"
          choices={states[kind]}
          chosen={state}
          onChange={(next) => address.setFilter({ state: next })}
        />
        {beside ? (
          <FilterChips
            label={beside.label}
            choices={beside.choices}
            chosen={filter[beside.param] ?? []}
            onChange={(next) => address.setFilter({ [beside.param]: next })}
          />
        ) : null}
      </div>
      <Problem words={verb.problem} />
      {verb.answer !== undefined && message ? (
        <p className="note note-good" role="status">
          {message}
        </p>
      ) : null}
      <RecordList
        name={kind}
        list={list}
        address={address}
        label="Деньги"
        columns={columns}
        keyOf={({ id }) => id}
        toneOf={({ state: now }) => (now === 'canceled' ? 'bad' : null)}
        empty={<Empty title="Здесь пока пусто">Записи появятся с первым платежом.</Empty>}
        below={
          sum === undefined ? null : (
            <p className="list-total">
              Всего по отбору: <b className="num">{formatPrice(sum)}</b>
            </p>
          )
        }
      />
    </>
  );
}

type Row = Payment & Refund & Receipt;

const common: Column<Row>[] = [
  {
    key: 'number',
    label: 'Заказ',
    render: ({ order_id: id, number }) => (
      <PageLink to={`/orders/${id}`} className="num strong">
        {number}
      </PageLink>
    ),
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  { key: 'buyer', label: 'Покупатель', render: ({ contact_name: name }) => <span className="cell-cut">{name}</span> },
  { key: 'city', label: 'Филиал', render: ({ city }) => city },
];

function own(kind: 'payments' | 'refunds' | 'receipts'): Column<Row>[] {
  const state: Column<Row> = {
    key: 'state',
    label: 'Состояние',
    render: ({ state: now, state_words: words, why }) => (
      <>
        <Tag tone={tones[now] ?? 'plain'}>{words}</Tag> {why ? <span className="soft small">{why}</span> : null}
      </>
    ),
  };
  const money = (field: 'amount' | 'sum'): Column<Row> => ({
    key: field,
    label: 'Сумма',
    align: 'right' as const,
    render: (row) => <b className="num">{formatPrice(row[field])}</b>,
  });
  if (kind === 'payments')
    return [
      { key: 'method', label: 'Чем', render: ({ method_words: words }) => words },
      money('amount'),
      {
        key: 'refunded',
        label: 'Возвращено',
        align: 'right',
        render: ({ refunded }) => <span className="num">{refunded > 0 ? formatPrice(refunded) : '—'}</span>,
      },
      state,
      {
        key: 'problem',
        label: 'Замечание',
        render: ({ problem }) => (problem ? <span className="bad small">{problem}</span> : '—'),
      },
    ];
  if (kind === 'refunds')
    return [
      money('amount'),
      state,
      { key: 'note', label: 'Причина', render: ({ note }) => <span className="cell-cut">{note || '—'}</span> },
      { key: 'who', label: 'Кто', render: ({ who }) => who },
      {
        key: 'receipt',
        label: 'Чек',
        render: ({ receipt, number }) =>
          receipt ? (
            <PageLink to={`/payments?tab=receipts&kind=return&q=${number}`}>
              {receipt.state_words}
              {receipt.fiscal_number ? <span className="num">, ФД {receipt.fiscal_number}</span> : null}
            </PageLink>
          ) : (
            '—'
          ),
      },
    ];
  return [
    { key: 'kind', label: 'Чек', render: ({ kind_words: words }) => words },
    money('sum'),
    state,
    { key: 'fiscal', label: 'ФД', render: ({ fiscal_number: number }) => <span className="num">{number ?? '—'}</span> },
  ];
}

function actionsColumn(
  kind: 'payments' | 'refunds' | 'receipts',
  isBusy: boolean,
  run: (path: string, words: string) => void,
): Column<Row> {
  return {
    key: 'actions',
    label: 'Действия',
    isAction: true,
    render: (row) => <RowAction kind={kind} row={row} isBusy={isBusy} run={run} />,
  };
}

type ActionProps = {
  kind: 'payments' | 'refunds' | 'receipts';
  row: Row;
  isBusy: boolean;
  run: (path: string, words: string) => void;
};

function RowAction({ kind, row, isBusy, run }: ActionProps) {
  const may = { refund: useCan('payments.refund'), account: useCan('payments.account') };
  const button = (label: string, path: string, words: string) => (
    <Button size="small" isBusy={isBusy} aria-label={`${label}: заказ ${row.number}`} onClick={() => run(path, words)}>
      {label}
    </Button>
  );
  if (kind === 'payments')
    return row.provider === 'account'
      ? null
      : button('Спросить', `/api/admin/payments/${row.id}/ask`, 'Спросили платёжную систему: ответ появится здесь');
  if (kind === 'refunds') {
    if (row.is_transfer && (row.state === 'new' || row.state === 'pending') && may.account)
      return button(
        'Перевод отправлен',
        `/api/admin/refunds/${row.id}/returned`,
        'Возврат отмечен, покупателю уйдёт письмо',
      );
    return row.may_repeat && may.refund
      ? button('Повторить', `/api/admin/refunds/${row.id}/repeat`, 'Возврат отправлен ещё раз')
      : null;
  }
  return row.may_repeat && may.account
    ? button('Повторить', `/api/admin/receipts/${row.id}/repeat`, 'Чек отправлен ещё раз')
    : null;
}

function StrangeEvents() {
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-events'],
    queryFn: ({ signal }) =>
      request<Events>('/api/admin/payment-events?per_page=100', { signal }).then(({ body }) => body),
  });
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  return (
    <div className="panel">
      {data.items.length === 0 ? (
        <Empty title="Странных уведомлений нет">Всё, что сообщала платёжная система, подошло к своим платежам.</Empty>
      ) : null}
      <ul className="papers">
        {data.items.map(({ id, received_at: at, event, problem, order_id: order, number }) => (
          <li key={id}>
            <span className="num">{shortMoment(at)}</span>
            <b>{problem}</b>
            <span className="soft small">{event}</span>
            {order ? <PageLink to={`/orders/${order}`}>Заказ {number}</PageLink> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function VatExport() {
  const [search] = useSearchParams();
  const today = new Date().toISOString().slice(0, 10);
  const from = search.get('created_from') || `${today.slice(0, 8)}01`;
  const to = addDays(search.get('created_to') || today, 1);
  const branch = currentBranch();
  return (
    <a
      className="btn btn-plain"
      href={`/api/admin/receipts/export?from=${from}&to=${to}${branch ? `&branch=${branch}` : ''}`}
    >
      <Download size={16} aria-hidden="true" />
      По дням и НДС
    </a>
  );
}
