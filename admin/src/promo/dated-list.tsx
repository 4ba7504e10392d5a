import { Plus } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import type { AdminList } from '#shared/admin-lists.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { reaches } from './choices.tsx';
import { type BannerRow, datedStateChoices, datedStateTones, datedStateWords } from './dated-words.ts';
import { PromoTabs } from './promo-tabs.tsx';

type Row = Pick<BannerRow, 'id' | 'state' | 'starts_at' | 'ends_at'> & { city?: string | null };

type Props<Any extends Row> = {
  /** As the calls name it, and the choice of its columns. */
  resource: Extract<AdminList, 'banners' | 'credit-programs' | 'wobblers'>;
  /** Address of the list; records stand below it. */
  path: string;
  title: string;
  create: string;
  /** Server's column of the order. */
  sort: string;
  /** «Слайдов пока нет», and what they are. */
  empty: { title: string; words: string };
  columns: Column<Any>[];
  /** Of the field that looks for words. */
  search?: string;
  /** Every one is of all branches: terms of credit. */
  isCommon?: boolean;
};

/** A list of what is shown from … to …: slides, wobblers, terms of credit. */
export function DatedList<Any extends Row>(props: Props<Any>) {
  const { resource, path, title, create, sort, empty, search = 'Слова или ссылка', isCommon = false } = props;
  const address = useListAddress(['q', 'state', 'reach'], sort);
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [], reach = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGetList<Any>(
    resource,
    {
      filter: { q, ...(state.length > 0 && { state }), ...(reach.length > 0 && { reach }) },
      sort: { field: sort, order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title={title}
      beside={<PromoTabs />}
      actions={
        <PageLink to={`${path}/new`} className="btn btn-primary">
          <Plus size={16} aria-hidden="true" /> {create}
        </PageLink>
      }
    >
      <div className="filters">
        <FilterText label={search} value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={datedStateChoices}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        {isCommon ? null : (
          <FilterChips
            label="Где показывается"
            choices={reaches}
            chosen={reach}
            onChange={(chosen) => address.setFilter({ reach: chosen })}
          />
        )}
        <ResetFilter address={address} />
      </div>
      <RecordList
        name={resource}
        list={list}
        address={address}
        label={title}
        columns={[...props.columns, stateColumn, ...(isCommon ? [] : [branchColumn]), termColumn]}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`${path}/${id}`))}
        empty={
          <Empty title={empty.title} action={<PageLink to={`${path}/new`}>{create}</PageLink>}>
            {empty.words}
          </Empty>
        }
      />
    </PageFrame>
  );
}

const stateColumn: Column<Pick<Row, 'state'>> = {
  key: 'state',
  label: 'Состояние',
  render: ({ state }) => <Tag tone={datedStateTones[state]}>{datedStateWords[state]}</Tag>,
};

const termColumn: Column<Pick<Row, 'starts_at' | 'ends_at'>> = {
  key: 'term',
  label: 'Срок',
  render: ({ starts_at: from, ends_at: to }) => (
    <span className="num">
      {[from && `с ${shortMoment(from)}`, to && `до ${shortMoment(to)}`].filter(Boolean).join(' ') || 'без срока'}
    </span>
  ),
};

const branchColumn: Column<Row> = { key: 'branch', label: 'Филиал', render: ({ city }) => city ?? 'все' };
