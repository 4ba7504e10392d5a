import '../styles/drafts.css';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { CalendarTabs } from '../calendar/calendar-tabs.tsx';
import { useFieldWords } from '../journal/field-words.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { wordOf } from '../record/values.ts';
import { partKinds } from '../releases/release-words.ts';
import { addressOfDraft, draftedResources } from './draft-address.ts';
import { DraftRowVerbs } from './draft-row-verbs.tsx';

export type OpenDraft = Got<'/api/admin/drafts'>['items'][number];

const screenOf = ({ resource, record_id: id }: OpenDraft) => addressOfDraft(`${resource}/${id}`);

/** Every draft of changed fields that this person may publish: over what, by whom, when it comes out. */
export function DraftsList() {
  const address = useListAddress(['q', 'resource'], '-created_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], resource = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const [done, setDone] = useState<string | null>(null);
  const list = useGetList<OpenDraft>(
    'drafts',
    { filter: { q, ...(resource.length ? { resource } : {}) }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Черновики" beside={<CalendarTabs />}>
      <div className="filters">
        <FilterText label="Запись или автор" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
        <label className="filter-choice">
          Что правят
          <select value={resource[0] ?? ''} onChange={({ target }) => address.setFilter({ resource: [target.value] })}>
            <option value="">всё</option>
            {draftedResources.map((one) => (
              <option key={one} value={one}>
                {partKinds[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {done ? (
        <p className="note" role="status">
          {done}
        </p>
      ) : null}
      <RecordList
        name="drafts"
        list={list}
        address={address}
        label="Черновики"
        columns={useColumns(setDone)}
        keyOf={({ id }) => String(id)}
        open={(draft) => void navigate(to(screenOf(draft)))}
        toneOf={({ failure }) => (failure === null ? null : 'bad')}
        empty={
          <Empty title="Черновиков нет">
            Правку товара, раздела, бренда, свойства, филиала, слов письма или текстов SEO можно не сохранять сразу:
            «Отложить в черновик» на её странице. Здесь она будет ждать публикации.
          </Empty>
        }
      />
    </PageFrame>
  );
}

function useColumns(onDone: (words: string) => void): Column<OpenDraft>[] {
  const branchName = useBranchName();
  const words = useFieldWords();
  return [
    {
      key: 'title',
      label: 'Запись',
      sort: 'title',
      render: (draft) => (
        <span className="draft-of">
          <PageLink to={screenOf(draft)} className="strong">
            {draft.title}
          </PageLink>
          <span className="soft small">{partKinds[draft.resource]}</span>
        </span>
      ),
    },
    {
      key: 'fields',
      label: 'Поля',
      render: ({ resource, fields }) => (
        <span className="draft-fields">{fields.map((name) => wordOf(words[resource] ?? {}, name)).join(', ')}</span>
      ),
    },
    { key: 'author', label: 'Кто', render: ({ author }) => <span className="cell-cut">{author}</span> },
    {
      key: 'since',
      label: 'С какого времени',
      sort: 'created_at',
      render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
    },
    { key: 'branch', label: 'Филиал', render: ({ department_id_1c: branch }) => branchName(branch) },
    { key: 'when', label: 'Публикация', sort: 'publish_at', render: (draft) => <When draft={draft} /> },
    {
      key: 'verbs',
      label: 'Что сделать',
      isAction: true,
      render: (draft) => <DraftRowVerbs draft={draft} to={screenOf(draft)} onDone={onDone} />,
    },
  ];
}

function When({ draft: { release, publish_at: at, failure } }: { draft: OpenDraft }) {
  if (release)
    return (
      <PageLink to={`/calendar/releases/${release.id}`} className="cell-cut">
        {`выпуск «${release.name}»`}
      </PageLink>
    );
  if (failure !== null)
    return (
      <>
        <Tag tone="bad">не опубликован</Tag> <span className="draft-fields">{failure}</span>
      </>
    );
  return at ? <span className="num">{formatDateTime(at)}</span> : 'кнопкой';
}
