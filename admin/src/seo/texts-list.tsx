import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { seoKinds } from '#shared/seo-kinds.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { NewTextDialog } from './new-text-dialog.tsx';
import { SeoTabs } from './seo-tabs.tsx';
import { placeId, type SeoEntry } from './seo-types.ts';

/** Pages and kinds of pages that have texts of their own. */
export function TextsList() {
  const address = useListAddress(['q', 'kind'], 'kind');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], kind = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const branchName = useBranchName();
  const [isAdding, setAdding] = useState(false);
  const list = useGetList<SeoEntry>(
    'seo-texts',
    {
      filter: { q, ...(kind.length ? { kind } : {}) },
      sort: { field: 'kind', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const pathOf = ({ kind, key, is_common: isCommon, branches }: SeoEntry) =>
    `/seo/texts/${placeId(kind, key, isCommon ? null : (branches[0] ?? null))}`;
  const columns: Column<SeoEntry>[] = [
    {
      key: 'page',
      label: 'Где',
      render: (entry) => (
        <PageLink to={pathOf(entry)} className="strong">
          {entry.key === '' ? entry.kind_words : `${entry.kind_words}: ${entry.key}`}
        </PageLink>
      ),
    },
    {
      key: 'scope',
      label: 'Что это',
      render: ({ key, kind }) => (key === '' && seoKinds[kind].key ? 'шаблон для всех' : 'страница'),
    },
    {
      key: 'title',
      label: 'Общий title',
      render: ({ title }) => <span className="cell-cut cell-wide">{title || '—'}</span>,
    },
    {
      key: 'branches',
      label: 'Свои у филиалов',
      render: ({ branches }) => (
        <span className="cell-cut">{branches.length > 0 ? branches.map(branchName).join(', ') : '—'}</span>
      ),
    },
  ];
  return (
    <PageFrame
      title="SEO"
      beside={<SeoTabs />}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Другая страница
        </Button>
      }
    >
      <div className="filters">
        <FilterText label="Код страницы или title" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
        <label className="filter-choice">
          Вид
          <select value={kind[0] ?? ''} onChange={({ target }) => address.setFilter({ kind: [target.value] })}>
            <option value="">любой</option>
            {Object.entries(seoKinds).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <RecordList
        name="seo-texts"
        list={list}
        address={address}
        label="Тексты страниц"
        columns={columns}
        keyOf={({ id }) => id}
        open={(entry) => void navigate(to(pathOf(entry)))}
        empty={
          <Empty title="Своих текстов пока нет">
            Все страницы показывают встроенные: откройте вид страниц и напишите свой.
          </Empty>
        }
      />
      {isAdding ? <NewTextDialog onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}
