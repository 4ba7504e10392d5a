import { Plus } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { type ActionRow, actionStateTones, actionStateWords } from './action-types.ts';
import { reaches } from './choices.tsx';
import { PromoTabs } from './promo-tabs.tsx';

const filterKeys = ['q', 'state', 'reach'] as const;
const states = [
  { value: 'current', label: 'Идут' },
  { value: 'coming', label: 'Ждут начала' },
  { value: 'draft', label: 'Черновики' },
  { value: 'ended', label: 'Закончились' },
];

const columns: Column<ActionRow>[] = [
  {
    key: 'name',
    label: 'Акция',
    sort: 'name',
    render: ({ id, name, image }) => (
      <span className="promo-name">
        <Picture image={image} />
        <PageLink to={`/promo/actions/${id}`} className="strong cell-cut">
          {name}
        </PageLink>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={actionStateTones[state]}>{actionStateWords[state]}</Tag>,
  },
  {
    key: 'starts_at',
    label: 'Начало',
    sort: 'starts_at',
    render: ({ starts_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  {
    key: 'ends_at',
    label: 'Конец',
    sort: 'ends_at',
    render: ({ ends_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  {
    key: 'goods',
    label: 'Товаров',
    align: 'right',
    render: ({ goods }) =>
      goods === 0 ? <Tag tone="warn">нет</Tag> : <span className="num">{formatCount(goods)}</span>,
  },
  { key: 'branch', label: 'Филиал', render: ({ city }) => city ?? 'все' },
  { key: 'coupon', label: 'Купон', render: ({ coupon }) => coupon ?? '—' },
  { key: 'slug', label: 'Адрес', render: ({ slug }) => <span className="cell-cut">{slug}</span> },
];

/** Promotions, the one that began last on top. */
export function ActionsList() {
  const address = useListAddress(filterKeys, '-starts_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [], reach = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGetList<ActionRow>(
    'actions',
    {
      filter: { q, ...(state.length > 0 && { state }), ...(reach.length > 0 && { reach }) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Акции"
      beside={<PromoTabs />}
      actions={
        <PageLink to="/promo/actions/new" className="btn btn-primary">
          <Plus size={16} aria-hidden="true" /> Новая акция
        </PageLink>
      }
    >
      <div className="filters">
        <FilterText label="Название или адрес" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <FilterChips
          label="Где действует"
          choices={reaches}
          chosen={reach}
          onChange={(chosen) => address.setFilter({ reach: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="actions"
        list={list}
        address={address}
        label="Акции"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`/promo/actions/${id}`))}
        empty={
          <Empty title="Акций пока нет" action={<PageLink to="/promo/actions/new">Создать акцию</PageLink>}>
            У акции есть срок, правила, страница в магазине и список товаров.
          </Empty>
        }
      />
    </PageFrame>
  );
}
