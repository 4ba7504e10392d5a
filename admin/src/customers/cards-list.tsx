import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import { IssueCardDialog } from './issue-card-dialog.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import { phoneWords } from './phone-words.ts';

type CardRow = Got<'/api/admin/cards'>['items'][number];

const flags = [
  { value: 'is_unowned', label: 'Без кабинета' },
  { value: 'is_blocked', label: 'Заблокированы' },
];

const columns: Column<CardRow>[] = [
  {
    key: 'number',
    label: 'Карта',
    render: ({ id, number }) => (
      <PageLink to={`/customers/cards/${id}`} className="num strong">
        {number}
      </PageLink>
    ),
  },
  { key: 'kind', label: 'Вид', render: ({ kind_words: words }) => words },
  {
    key: 'owner',
    label: 'Кабинет',
    render: ({ user_id: user, owner }) =>
      user ? (
        <PageLink to={`/customers/${user}`} className="cell-cut">
          {owner}
        </PageLink>
      ) : (
        <Tag>без кабинета</Tag>
      ),
  },
  {
    key: 'phone',
    label: 'Телефон',
    render: ({ phone }) => <span className="num">{phone ? phoneWords(phone) : '—'}</span>,
  },
  {
    key: 'balance',
    label: 'Бонусов',
    align: 'right',
    render: ({ balance }) => <b className="num">{formatCount(balance)}</b>,
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ blocked_at: at }) => (at ? <Tag tone="bad">заблокирована</Tag> : <Tag tone="good">работает</Tag>),
  },
  { key: 'issued', label: 'Выдана', render: ({ issued_at: at }) => <span className="num">{formatDate(at)}</span> },
  { key: 'by', label: 'Кто выдал', render: ({ issued_by: who }) => <span className="cell-cut">{who}</span> },
];

/** Cards, the last issued first: found by number or phone, whether they belong to an account or to none. */
export function CardsList() {
  const address = useListAddress(['q', 'flag'], '-issued_at');
  const navigate = useNavigate();
  const to = useAddress();
  const [isIssuing, setIssuing] = useState(false);
  const canIssue = useCan('bonuses.adjust');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], flag = [] } = filter;
  const list = useGetList<CardRow>(
    'cards',
    {
      filter: { q, ...Object.fromEntries(flag.map((name) => [name, true])) },
      sort: { field: 'issued_at', order: 'DESC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Карты"
      beside={<PeopleTabs />}
      actions={
        canIssue ? (
          <Button kind="primary" onClick={() => setIssuing(true)}>
            Выдать карту
          </Button>
        ) : null
      }
    >
      <div className="filters">
        <FilterText label="Номер карты или телефон" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Какие карты"
          choices={flags}
          chosen={flag}
          onChange={(chosen) => address.setFilter({ flag: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="cards"
        list={list}
        address={address}
        hint="Номер карты или телефон набирают целиком. По прежнему номеру найдётся карта, которой его заменили."
        label="Карты"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/customers/cards/${id}`))}
        empty={<Empty title="Карт пока нет">Карту выдают здесь и на кассе; покупатель может завести её и сам.</Empty>}
      />
      {isIssuing ? <IssueCardDialog onClose={() => setIssuing(false)} /> : null}
    </PageFrame>
  );
}
