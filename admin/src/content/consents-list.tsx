import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { startOfDay } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { request } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { ConsentRow, ConsentsAnswer } from './content-types.ts';

const filterKeys = ['who', 'purpose', 'state', 'from', 'to'] as const;
const purposes = { personal_data: 'Обработка данных', advertising: 'Реклама' } as const;

const columns: Column<ConsentRow>[] = [
  {
    key: 'given_at',
    label: 'Дано',
    render: ({ given_at: at }) => <span className="num">{formatDateTime(at)}</span>,
  },
  {
    key: 'subject',
    label: 'Кто',
    render: ({ subject }) => <span className="num">{subject || 'удалено по просьбе'}</span>,
  },
  { key: 'purpose', label: 'На что', render: ({ purpose }) => purposes[purpose] },
  {
    key: 'text',
    label: 'Текст',
    render: ({ page_slug: slug, page_title: title, page_version: version }) => (
      <PageLink to={`/content/pages/${slug}`} className="cell-cut">
        {`${title}, редакция ${version}`}
      </PageLink>
    ),
  },
  { key: 'form', label: 'Где дано', render: ({ form }) => form },
  { key: 'order', label: 'Заказ', render: ({ order_number: number }) => <span className="num">{number ?? '—'}</span> },
  {
    key: 'withdrawn_at',
    label: 'Отозвано',
    render: ({ withdrawn_at: at }) => (at ? <Tag tone="warn">{formatDateTime(at)}</Tag> : '—'),
  },
];

/** Who agreed to which text and when; the whole of it as a table for an inspection. */
export function ConsentsList() {
  const { all_branches: isOfAll } = useSession().me;
  const mayExport = useCan('customers.export');
  const address = useListAddress(filterKeys, '-id');
  const of = (key: (typeof filterKeys)[number]) => address.filter[key]?.[0] ?? '';
  const filter = {
    ...(of('who') && { subject: of('who') }),
    ...(of('purpose') && { purpose: of('purpose') }),
    ...(of('state') && { is_withdrawn: of('state') === 'withdrawn' }),
    ...(of('from') && { from: startOfDay(of('from')) }),
    ...(of('to') && { to: startOfDay(of('to'), 1) }),
  };
  const list = useInfiniteQuery({
    queryKey: ['consents', filter],
    queryFn: async ({ signal, pageParam }) => {
      const search = new URLSearchParams({ filter: JSON.stringify(filter) });
      if (pageParam) search.set('after', pageParam);
      return (await request<ConsentsAnswer>(`/api/admin/consents?${search}`, { signal })).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    enabled: isOfAll,
  });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = data?.pages.flatMap(({ items }) => items);
  const isFiltered = Object.keys(filter).length > 0;
  const table = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <PageFrame
      title="Согласия"
      actions={
        mayExport && isOfAll ? (
          <a className="btn" href={`/api/admin/consents/export?${table}`}>
            <Download size={16} aria-hidden="true" />
            Выгрузить
          </a>
        ) : null
      }
    >
      <ContentTabs />
      <div className="filters">
        <FilterText
          label="Почта или телефон целиком"
          value={of('who')}
          onChange={(who) => address.setFilter({ who: [who] })}
        />
        <label className="filter-choice">
          <span>На что</span>
          <select value={of('purpose')} onChange={({ target }) => address.setFilter({ purpose: [target.value] })}>
            <option value="">любое</option>
            {Object.entries(purposes).map(([purpose, label]) => (
              <option key={purpose} value={purpose}>
                {label.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <label className="filter-choice">
          <span>Сейчас</span>
          <select value={of('state')} onChange={({ target }) => address.setFilter({ state: [target.value] })}>
            <option value="">все</option>
            <option value="standing">действуют</option>
            <option value="withdrawn">отозваны</option>
          </select>
        </label>
        <FilterDates
          label="Даны"
          from={of('from')}
          to={of('to')}
          onChange={({ from, to }) => address.setFilter({ from: [from], to: [to] })}
        />
        {isFiltered ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <div className="panel list-panel">
        {isOfAll ? null : <Empty title="Журнал согласий общий">Его видит тот, кто работает во всех филиалах.</Empty>}
        {error && !rows ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {isOfAll && !error && !rows ? <Skeleton rows={12} /> : null}
        {rows?.length === 0 ? (
          <Empty
            title={isFiltered ? 'Ничего не подошло' : 'Согласий ещё не было'}
            action={isFiltered ? <Button onClick={address.resetFilter}>Сбросить фильтры</Button> : null}
          />
        ) : null}
        {rows && rows.length > 0 ? (
          <RecordTable
            label="Согласия"
            rows={rows}
            columns={columns}
            address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
            keyOf={({ id }) => String(id)}
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
