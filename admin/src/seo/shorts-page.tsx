import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { formatCount } from '#shared/plurals.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { NewShort } from '../assortment/new-short.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { useCan, useSession } from '../session/session.ts';
import { SeoTabs } from './seo-tabs.tsx';

type Proposal = Got<'/api/admin/short-proposals'>['items'][number];
type Unwanted = Got<'/api/admin/short-proposals/unwanted'>['items'][number];

/** Pages that people ask the search for and that the shop does not have; a press makes one. */
export function ShortsPage() {
  const address = useListAddress(['state'], '');
  const isUnwanted = address.filter.state?.includes('unwanted') ?? false;
  return (
    <PageFrame title="Подборки из запросов" crumbs={[{ label: 'SEO', to: '/seo' }]} beside={<SeoTabs />}>
      <div className="filters">
        <FilterChips
          label="Какие показать"
          choices={[{ value: 'unwanted', label: 'Отклонённые' }]}
          chosen={address.filter.state ?? []}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <span className="soft">За 28 дней, от пяти раз. Кто искал, не записывается</span>
      </div>
      {isUnwanted ? <UnwantedList /> : <ProposedList />}
    </PageFrame>
  );
}

function ProposedList() {
  const list = useGot<{ items: Proposal[] }>('/api/admin/short-proposals');
  const queries = useQueryClient();
  const { all_branches: isOfAll } = useSession().me;
  const canCreate = useCan('catalogue.write');
  const [making, setMaking] = useState<Proposal | null>(null);
  const refuse = useVerb(() => void queries.invalidateQueries());
  const columns: Column<Proposal>[] = [
    {
      key: 'words',
      label: 'Ищут',
      render: ({ words: [first = '', ...others] }) => (
        <>
          <b>{first}</b>
          {others.length > 0 ? <span className="soft small block">{others.slice(0, 3).join(', ')}</span> : null}
        </>
      ),
    },
    {
      key: 'times',
      label: 'Раз',
      align: 'right',
      render: ({ times }) => <b className="num">{formatCount(times)}</b>,
    },
    {
      key: 'category',
      label: 'Раздел',
      render: ({ category }) => <PageLink to={`/catalogue/categories/${category.id}`}>{category.name}</PageLink>,
    },
    { key: 'labels', label: 'Фильтры', render: ({ labels }) => labels.join('; ') },
    {
      key: 'total',
      label: 'Товаров',
      align: 'right',
      render: ({ total }) => <span className="num">{formatCount(total)}</span>,
    },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: (proposal) => {
        const [first = ''] = proposal.words;
        return (
          <span className="row-buttons">
            {canCreate ? (
              <Button size="small" aria-label={`Создать подборку: ${first}`} onClick={() => setMaking(proposal)}>
                Создать…
              </Button>
            ) : null}
            {isOfAll ? (
              <Button
                size="small"
                isBusy={refuse.isBusy}
                aria-label={`Не предлагать: ${first}`}
                onClick={() =>
                  refuse.run('/api/admin/short-proposals/unwanted', {
                    category_id: proposal.category.id,
                    filters: proposal.filters,
                    words: proposal.words,
                    labels: proposal.labels,
                  })
                }
              >
                Не предлагать
              </Button>
            ) : null}
          </span>
        );
      },
    },
  ];
  return (
    <>
      <Problem words={refuse.problem} />
      <WholeList
        name="short-proposals"
        list={list}
        rows={list.data?.items}
        label="Подборки, которых не хватает"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Предложить пока нечего">
            Здесь появятся запросы с маркой или свойством, по которым нашлись товары одного раздела: «плитка белая
            матовая». Для каждого магазин заведёт страницу, которую найдут поисковики.
          </Empty>
        }
      />
      {making ? (
        <NewShort
          categoryId={making.category.id}
          proposed={{ name: upperFirst(making.words[0] ?? ''), filters: making.filters }}
          onClose={() => setMaking(null)}
        />
      ) : null}
    </>
  );
}

function UnwantedList() {
  const list = useGot<{ items: Unwanted[] }>('/api/admin/short-proposals/unwanted');
  const queries = useQueryClient();
  const { all_branches: isOfAll } = useSession().me;
  const reopen = useVerb(() => void queries.invalidateQueries());
  const columns: Column<Unwanted>[] = [
    { key: 'words', label: 'Ищут', render: ({ words: [first] }) => <b>{first}</b> },
    {
      key: 'category',
      label: 'Раздел',
      render: ({ category, category_id }) => (
        <PageLink to={`/catalogue/categories/${category_id}`}>{category}</PageLink>
      ),
    },
    { key: 'labels', label: 'Фильтры', render: ({ labels }) => labels.join('; ') },
    {
      key: 'times',
      label: 'Раз',
      align: 'right',
      render: ({ times }) => <span className="num">{formatCount(times)}</span>,
    },
    { key: 'who', label: 'Кто отклонил', render: ({ who }) => who },
    {
      key: 'decided_at',
      label: 'Когда',
      render: ({ decided_at: at }) => <span className="num">{formatDate(at)}</span>,
    },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: ({ words: [first = ''], category_id, page }) =>
        isOfAll ? (
          <Button
            size="small"
            isBusy={reopen.isBusy}
            aria-label={`Предлагать снова: ${first}`}
            onClick={() => reopen.run('/api/admin/short-proposals/unwanted/remove', { category_id, page })}
          >
            Предлагать снова
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <Problem words={reopen.problem} />
      <WholeList
        name="unwanted-shorts"
        list={list}
        rows={list.data?.items}
        label="Отклонённые подборки"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Отклонённых нет">
            Сюда попадают подборки после «Не предлагать»: 90 дней они не предлагаются, как бы их ни искали.
          </Empty>
        }
      />
    </>
  );
}
