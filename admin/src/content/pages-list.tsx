import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
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
import { ContentTabs } from './content-tabs.tsx';
import type { PageRow } from './content-types.ts';
import { NewPageDialog } from './new-page-dialog.tsx';

const filterKeys = ['q', 'state', 'kind'] as const;
const states = [
  { value: 'draft', label: 'Есть черновик' },
  { value: 'coming', label: 'Выйдет новая' },
  { value: 'hidden', label: 'Не на сайте' },
];
const kinds = [{ value: 'legal', label: 'Юридические' }];

/** Written pages of the shop: what is in force, where it differs, what comes next. */
export function PagesList() {
  const address = useListAddress(filterKeys, 'title');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [], kind = [] } = filter;
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const withBranch = useAddress();
  const columns = useColumns();
  const list = useGetList<PageRow>(
    'pages',
    {
      filter: { q, ...(state.length > 0 && { state }), ...(kind.includes('legal') && { is_legal: true }) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );

  return (
    <PageFrame
      title="Страницы"
      actions={
        <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
          Новая страница
        </Button>
      }
    >
      <ContentTabs />
      <div className="filters">
        <FilterText label="Заголовок или адрес" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <FilterChips
          label="Какие"
          choices={kinds}
          chosen={kind}
          onChange={(chosen) => address.setFilter({ kind: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="pages"
        list={list}
        address={address}
        label="Страницы"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(withBranch(`/content/pages/${id}`))}
        empty={<Empty title="Страниц пока нет">Создайте первую: доставку, оплату, о компании.</Empty>}
      />
      {isNew ? <NewPageDialog onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

function useColumns(): Column<PageRow>[] {
  const nameOf = useBranchName();
  return [
    {
      key: 'title',
      label: 'Страница',
      sort: 'title',
      render: ({ id, title, is_legal: isLegal }) => (
        <span className="row-tags">
          <PageLink to={`/content/pages/${id}`} className="strong cell-cut">
            {title}
          </PageLink>
          {isLegal ? <Tag tone="outline">юридическая</Tag> : null}
        </span>
      ),
    },
    { key: 'slug', label: 'Адрес', sort: 'slug', render: ({ url }) => <span className="cell-cut">{url}</span> },
    {
      key: 'shown',
      label: 'Действует',
      render: ({ shown }) =>
        shown ? (
          <Tag tone="good">{`редакция ${shown.version} с ${shown.published_at ? shortMoment(shown.published_at) : ''}`}</Tag>
        ) : (
          <Tag>нет</Tag>
        ),
    },
    {
      key: 'variants',
      label: 'Свой текст у филиалов',
      render: ({ variants }) =>
        variants.length === 0 ? '—' : variants.map(({ department_id_1c: id }) => nameOf(id)).join(', '),
    },
    {
      key: 'next',
      label: 'Следующая',
      render: ({ next }) => (next?.published_at ? `редакция ${next.version}, ${shortMoment(next.published_at)}` : '—'),
    },
    {
      key: 'drafts',
      label: 'Черновиков',
      align: 'right',
      render: ({ drafts }) => <span className="num">{drafts || '—'}</span>,
    },
    {
      key: 'changed_at',
      label: 'Изменена',
      sort: 'changed_at',
      render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
    },
  ];
}
