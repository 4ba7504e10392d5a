import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { request } from '../request.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { SubmissionRow, SubmissionsAnswer } from './content-types.ts';
import { SubmissionDialog } from './submission-dialog.tsx';

/** What visitors have sent in forms of every kind, newest first. */
export function SubmissionsList() {
  const address = useListAddress(['code'], '-id');
  const { code: [code = ''] = [] } = address.filter;
  const [open, setOpen] = useState<number | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['submissions', code, window.location.search],
    queryFn: async ({ signal, pageParam }) => {
      const search = new URLSearchParams({ filter: JSON.stringify(code ? { code } : {}) });
      if (pageParam) search.set('after', pageParam);
      return (await request<SubmissionsAnswer>(`/api/admin/submissions?${search}`, { signal })).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = data?.pages.flatMap(({ items }) => items);
  return (
    <PageFrame title="Заявки с форм">
      <ContentTabs />
      <div className="filters">
        <FilterText
          label="Код формы: callback"
          value={code}
          onChange={(typed) => address.setFilter({ code: [typed] })}
        />
      </div>
      <div className="panel list-panel">
        {error && !rows ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !rows ? <Skeleton rows={12} /> : null}
        {rows?.length === 0 ? (
          <Empty
            title={code ? 'Ничего не подошло' : 'Заявок ещё не было'}
            action={code ? <Button onClick={address.resetFilter}>Сбросить фильтры</Button> : null}
          />
        ) : null}
        {rows && rows.length > 0 ? (
          <RecordTable
            label="Заявки"
            rows={rows}
            columns={columnsOf(setOpen)}
            address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
            keyOf={({ id }) => String(id)}
            open={({ id }) => setOpen(id)}
            isStale={isPlaceholderData}
          />
        ) : null}
        {hasNextPage ? (
          <div className="journal-end">
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchingNextPage ? 'Загружаем…' : 'Показать ещё'}
            </Button>
          </div>
        ) : null}
      </div>
      {open === null ? null : <SubmissionDialog id={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

function columnsOf(open: (id: number) => void): Column<SubmissionRow>[] {
  return [
    {
      key: 'id',
      label: '№',
      render: ({ id }) => (
        <button type="button" className="link-button strong" onClick={() => open(id)}>
          {id}
        </button>
      ),
    },
    { key: 'code', label: 'Форма', render: ({ code }) => code },
    {
      key: 'words',
      label: 'Ответы',
      render: ({ words }) => <span className="cell-cut">{words || 'удалены по сроку'}</span>,
    },
    {
      key: 'about',
      label: 'О чём',
      render: ({ about_title: about }) => <span className="cell-cut">{about || '—'}</span>,
    },
    { key: 'city', label: 'Город', render: ({ city }) => city },
    {
      key: 'files',
      label: 'Файлов',
      align: 'right',
      render: ({ files }) => <span className="num">{files || '—'}</span>,
    },
    {
      key: 'created_at',
      label: 'Отправлена',
      render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
    },
  ];
}
