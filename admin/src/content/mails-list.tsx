import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { MailRow, MailsAnswer } from './content-types.ts';
import { mailStates } from './content-words.ts';

const filterKeys = ['to', 'state'] as const;

const columns: Column<MailRow>[] = [
  { key: 'subject', label: 'Тема', render: ({ subject }) => <b className="cell-cut">{subject}</b> },
  { key: 'to', label: 'Кому', render: ({ to }) => <span className="num">{to}</span> },
  { key: 'state', label: 'Состояние', render: (mail) => <MailState mail={mail} /> },
  {
    key: 'created_at',
    label: 'Написано',
    render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
  },
  {
    key: 'sent_at',
    label: 'Ушло',
    render: ({ sent_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
  },
  {
    key: 'attempts',
    label: 'Попыток',
    align: 'right',
    render: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'attachments',
    label: 'Файлов',
    align: 'right',
    render: ({ attachments }) => <span className="num">{attachments || '—'}</span>,
  },
  { key: 'retry', label: 'Ещё раз', render: (mail) => <Retry mail={mail} /> },
];

/** The log of what the shop has written to whom; whose it is, is shown by half. */
export function MailsList() {
  const { all_branches: isOfAll } = useSession().me;
  const address = useListAddress(filterKeys, '-id');
  const { to: [to = ''] = [], state: [state = ''] = [] } = address.filter;
  const filter = { ...(to && { to }), ...(state && { state }) };
  const list = useInfiniteQuery({
    queryKey: ['mails', filter],
    queryFn: async ({ signal, pageParam }) => {
      const search = new URLSearchParams({ filter: JSON.stringify(filter) });
      if (pageParam) search.set('after', pageParam);
      return (await request<MailsAnswer>(`/api/admin/mails?${search}`, { signal })).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    enabled: isOfAll,
  });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = data?.pages.flatMap(({ items }) => items);
  const isFiltered = to !== '' || state !== '';
  return (
    <PageFrame title="Письма">
      <ContentTabs />
      <div className="filters">
        <FilterText label="Адрес почты целиком" value={to} onChange={(words) => address.setFilter({ to: [words] })} />
        <label className="filter-choice">
          <span>Состояние</span>
          <select value={state} onChange={({ target }) => address.setFilter({ state: [target.value] })}>
            <option value="">любое</option>
            {Object.entries(mailStates).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        {isFiltered ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <div className="panel list-panel">
        {isOfAll ? null : <Empty title="Журнал писем общий">Его видит тот, кто работает во всех филиалах.</Empty>}
        {error && !rows ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {isOfAll && !error && !rows ? <Skeleton rows={12} /> : null}
        {rows?.length === 0 ? (
          <Empty
            title={isFiltered ? 'Ничего не подошло' : 'Писем ещё не было'}
            action={isFiltered ? <Button onClick={address.resetFilter}>Сбросить фильтры</Button> : null}
          />
        ) : null}
        {rows && rows.length > 0 ? (
          <RecordTable
            label="Письма"
            rows={rows}
            columns={columns}
            address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
            keyOf={({ id }) => String(id)}
            toneOf={({ state }) => (state === 'failed' ? 'bad' : null)}
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
    </PageFrame>
  );
}

function MailState({ mail: { state, failure } }: { mail: MailRow }) {
  return (
    <span className="row-tags">
      <Tag tone={mailStates[state].tone}>{mailStates[state].label}</Tag>
      {failure ? <span className="cell-cut soft small">{failure}</span> : null}
    </span>
  );
}

function Retry({ mail: { id, subject, has_words: hasWords } }: { mail: MailRow }) {
  const queries = useQueryClient();
  const retry = useVerb(() => void queries.invalidateQueries({ queryKey: ['mails'] }));
  const mayPublish = useCan('content.publish');
  if (!mayPublish) return null;
  if (!hasWords) return <span className="soft small">слова стёрты</span>;
  return (
    <>
      <Button
        size="small"
        icon={<RotateCw size={14} aria-hidden="true" />}
        aria-label={`Отправить ещё раз: ${subject}`}
        isBusy={retry.isBusy}
        onClick={() => retry.run(`/api/admin/mails/${id}/retry`)}
      >
        Отправить
      </Button>
      <Problem words={retry.problem} />
    </>
  );
}
