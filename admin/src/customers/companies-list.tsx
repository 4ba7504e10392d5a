import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import type { CompanyRow } from './customer-types.ts';
import { companyTones } from './customer-words.ts';
import { PeopleTabs } from './people-tabs.tsx';

const filterKeys = ['q', 'state', 'asks'] as const;
const states = [
  { value: 'waiting', label: 'Ждут проверки' },
  { value: 'active', label: 'Проверены' },
  { value: 'suspended', label: 'Приостановлены' },
];

const columns: Column<CompanyRow>[] = [
  {
    key: 'name',
    label: 'Фирма',
    sort: 'name',
    render: ({ id, name }) => (
      <PageLink to={`/customers/firms/${id}`} className="strong cell-cut">
        {name}
      </PageLink>
    ),
  },
  { key: 'inn', label: 'ИНН', render: ({ inn }) => <span className="num">{inn}</span> },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state, state_words: words, requests }) => (
      <span className="row-tags">
        <Tag tone={companyTones[state]}>{words}</Tag>
        {requests > 0 ? <Tag tone="info">{countOf(requests, 'просьба', 'просьбы', 'просьб')}</Tag> : null}
      </span>
    ),
  },
  { key: 'column', label: 'Цены', render: ({ price_column: column }) => column ?? 'по филиалу' },
  { key: 'contract', label: 'Договор', render: ({ contract }) => <span className="cell-cut">{contract ?? '—'}</span> },
  {
    key: 'members',
    label: 'Людей',
    align: 'right',
    render: ({ members }) => <span className="num">{formatCount(members)}</span>,
  },
  {
    key: 'orders',
    label: 'Заказов',
    align: 'right',
    render: ({ orders }) => <span className="num">{formatCount(orders)}</span>,
  },
  {
    key: 'total',
    label: 'Сумма',
    sort: 'total',
    align: 'right',
    render: ({ total }) => <b className="num">{formatPrice(total)}</b>,
  },
  {
    key: 'unpaid',
    label: 'Счета без оплаты',
    align: 'right',
    render: ({ unpaid }) => <span className="num">{unpaid === 0 ? '—' : formatPrice(unpaid)}</span>,
  },
  {
    key: 'created',
    label: 'Добавлена',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{formatDate(at)}</span>,
  },
];

/** Firms: those that wait for a check or for an answer stand first. */
export function CompaniesList() {
  const address = useListAddress(filterKeys, '');
  const navigate = useNavigate();
  const to = useAddress();
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [], asks = [] } = filter;
  const list = useGetList<CompanyRow>(
    'companies',
    {
      filter: { q, ...(state.length > 0 && { state }), ...(asks.length > 0 && { has_requests: true }) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Фирмы" beside={<PeopleTabs />}>
      <div className="filters">
        <FilterText label="Название, ИНН, договор" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <FilterChips
          label="Просьбы"
          choices={[{ value: 'yes', label: 'Просят присоединиться' }]}
          chosen={asks}
          onChange={(chosen) => address.setFilter({ asks: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="companies"
        list={list}
        address={address}
        label="Фирмы"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`/customers/firms/${id}`))}
        empty={
          <Empty title="Фирм пока нет">Покупатель добавляет свою организацию в кабинете, здесь её проверяют.</Empty>
        }
      />
    </PageFrame>
  );
}
