import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { ArticleRow, Topics } from './content-types.ts';
import { articleStates } from './content-words.ts';
import { NewArticleDialog } from './new-article-dialog.tsx';
import { TopicsDialog } from './topics-dialog.tsx';

const filterKeys = ['q', 'topic', 'state'] as const;
const states = Object.entries(articleStates).map(([value, { label }]) => ({ value, label }));

/** Articles of the blog, the last changed on top. */
export function ArticlesList() {
  const address = useListAddress(filterKeys, '-changed_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], topic: [topic = ''] = [], state = [] } = filter;
  const [asked, setAsked] = useState<'new' | 'topics' | null>(null);
  const topics = useGot<Topics>('/api/admin/blog-topics');
  const mayPublish = useCan('content.publish');
  const { all_branches: isOfAll } = useSession().me;
  const navigate = useNavigate();
  const withBranch = useAddress();
  const columns = useColumns();
  const list = useGetList<ArticleRow>(
    'articles',
    {
      filter: { q, ...(topic && { topic }), ...(state.length > 0 && { state }) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Блог"
      actions={
        <>
          {mayPublish && isOfAll ? <Button onClick={() => setAsked('topics')}>Темы</Button> : null}
          <Button
            kind="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={!topics.data || topics.data.total === 0}
            onClick={() => setAsked('new')}
          >
            Новая статья
          </Button>
        </>
      }
    >
      <ContentTabs />
      <div className="filters">
        <FilterText label="Заголовок или адрес" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <label className="filter-choice">
          <span>Тема</span>
          <select value={topic} onChange={({ target }) => address.setFilter({ topic: [target.value] })}>
            <option value="">все</option>
            {topics.data?.items.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="articles"
        list={list}
        address={address}
        label="Статьи"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/content/blog/${id}`))}
        empty={<NoArticles hasTopics={topics.data ? topics.data.total > 0 : true} />}
      />
      {asked === 'new' && topics.data ? (
        <NewArticleDialog topics={topics.data.items} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'topics' && topics.data ? (
        <TopicsDialog topics={topics.data.items} onClose={() => setAsked(null)} onSaved={() => void topics.refetch()} />
      ) : null}
    </PageFrame>
  );
}

function NoArticles({ hasTopics }: { hasTopics: boolean }) {
  return (
    <Empty title="Статей пока нет">
      {hasTopics ? 'Напишите первую: как выбрать, как посчитать, как сделать.' : 'Сначала заведите темы блога.'}
    </Empty>
  );
}

function useColumns(): Column<ArticleRow>[] {
  const nameOf = useBranchName();
  return [
    {
      key: 'title',
      label: 'Статья',
      render: ({ id, title }) => (
        <PageLink to={`/content/blog/${id}`} className="strong cell-cut">
          {title}
        </PageLink>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state, published_at: at }) => (
        <Tag tone={articleStates[state].tone}>
          {state === 'coming' ? `Выйдет ${shortMoment(at)}` : articleStates[state].label}
        </Tag>
      ),
    },
    { key: 'topic', label: 'Тема', render: ({ topic_name: topic }) => topic },
    { key: 'author', label: 'Автор', render: ({ author }) => <span className="cell-cut">{author}</span> },
    { key: 'branch', label: 'Для кого', render: ({ department_id_1c: branch }) => nameOf(branch) },
    {
      key: 'published_at',
      label: 'Вышла',
      render: ({ state, published_at: at }) => (
        <span className="num">{state === 'shown' || state === 'withdrawn' ? shortMoment(at) : '—'}</span>
      ),
    },
    {
      key: 'changed_at',
      label: 'Изменена',
      sort: 'changed_at',
      render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
    },
  ];
}
