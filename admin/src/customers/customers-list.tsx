import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import type { CustomerRow } from './customer-types.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { phoneWords } from './phone-words.ts';

const filterKeys = ['q', 'flag'] as const;
const flags = [
  { value: 'is_business', label: 'Покупают для фирмы' },
  { value: 'no_pay_on_receipt', label: 'Без оплаты при получении' },
  { value: 'is_leaving', label: 'Просят удалить кабинет' },
];

const columns: Column<CustomerRow>[] = [
  {
    key: 'name',
    label: 'Покупатель',
    sort: 'full_name',
    render: ({ id, full_name: name }) => (
      <PageLink to={`/customers/${id}`} className="strong cell-cut">
        {name || 'Без имени'}
      </PageLink>
    ),
  },
  {
    key: 'phone',
    label: 'Телефон',
    render: ({ phone }) => <span className="num">{phone ? phoneWords(phone) : '—'}</span>,
  },
  { key: 'email', label: 'Почта', render: ({ email }) => <span className="cell-cut">{email ?? '—'}</span> },
  { key: 'company', label: 'Фирма', render: ({ company }) => <span className="cell-cut">{company ?? '—'}</span> },
  {
    key: 'orders',
    label: 'Заказов',
    sort: 'orders',
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
    key: 'last',
    label: 'Последний заказ',
    sort: 'last_order_at',
    render: ({ last_order_at: at }) => <span className="num">{at ? shortMoment(at) : '—'}</span>,
  },
  {
    key: 'since',
    label: 'Кабинет с',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{formatDate(at)}</span>,
  },
  {
    key: 'tags',
    label: 'Пометки',
    render: ({ no_pay_on_receipt: isNoPay, deletion_due_at: due }) => (
      <span className="row-tags">
        {isNoPay ? <Tag tone="warn">без оплаты при получении</Tag> : null}
        {due ? <Tag tone="bad">удаляется</Tag> : null}
      </span>
    ),
  },
];

/** Everybody with an account, the newest first; of one branch, who ordered there or nowhere yet. */
export function CustomersList() {
  const address = useListAddress(filterKeys, '-created_at');
  const navigate = useNavigate();
  const to = useAddress();
  const { filter, sort } = address;
  const { q: [q = ''] = [], flag = [] } = filter;
  const list = useGetList<CustomerRow>(
    'customers',
    {
      filter: { q, ...Object.fromEntries(flag.map((name) => [name, true])) },
      sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Покупатели" beside={<PeopleTabs />}>
      <div className="filters">
        <FilterText
          label="Имя, телефон, почта, карта"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <FilterChips
          label="Кого показать"
          choices={flags}
          chosen={flag}
          onChange={(chosen) => address.setFilter({ flag: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="customers"
        list={list}
        address={address}
        hint="Ищут по началу имени и почты, по номеру телефона, карты или заказа целиком."
        label="Покупатели"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/customers/${id}`))}
        empty={<Empty title="Покупателей пока нет">Здесь появится каждый, кто зарегистрируется в магазине.</Empty>}
      />
    </PageFrame>
  );
}
