import { CircleAlert, CircleCheck } from 'lucide-react';
import { useGetList } from 'react-admin';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { type Got, useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { RowVerb } from '../parts/row-verb.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import { Facts } from './facts.tsx';
import { JobsTabs } from './jobs-tabs.tsx';
import { CloseShop, ShopIsClosed } from './maintenance.tsx';
import { TimetablePanel } from './timetable.tsx';

type AlarmList = paths['/api/admin/health']['get']['responses'][200]['content']['application/json'];
type Job = paths['/api/admin/jobs']['get']['responses'][200]['content']['application/json']['items'][number];

const everyMs = 30_000;
const views = [
  { value: '', label: 'Все' },
  { value: 'failed', label: 'С ошибкой' },
  { value: 'waiting', label: 'Ждут и идут' },
] as const;

/** What needs the owner's eye, how the shop is, what the worker does by the clock and has to do, works on the site. */
export function Health() {
  const { data, error } = useGot<Got<'/api/admin/maintenance'>>('/api/admin/maintenance', { every: everyMs });
  const isOpen = data && data.since === null;
  return (
    <PageFrame
      title="Задания и здоровье"
      beside={
        <>
          <JobsTabs />
          {isOpen ? <Tag tone="good">магазин открыт</Tag> : null}
        </>
      }
      actions={isOpen ? <CloseShop /> : null}
    >
      {error && !data ? <Problem words="Не удалось узнать, открыт ли магазин. Обновите страницу" /> : null}
      {data?.since ? <ShopIsClosed since={data.since} /> : null}
      <div className="health-panels">
        <Alarms />
        <Facts everyMs={everyMs} />
      </div>
      <TimetablePanel everyMs={everyMs} />
      <Queue />
    </PageFrame>
  );
}

function Alarms() {
  const { data, error, refetch } = useGot<AlarmList>('/api/admin/health', { every: everyMs });
  return (
    <section className="panel" aria-labelledby="alarms">
      <div className="panel-head">
        <h2 id="alarms">На что посмотреть</h2>
        {data ? (
          <Tag tone={data.total ? 'warn' : 'good'}>{data.total ? formatCount(data.total) : 'всё в порядке'}</Tag>
        ) : null}
      </div>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data ? (
        <ul className="alarms">
          {data.items.length === 0 ? (
            <li>
              <CircleCheck size={16} className="alarm-good" aria-hidden="true" />
              Ничего не сломалось и ничего не ждёт: письма уходят, платежи и чеки проходят, задания выполняются.
            </li>
          ) : null}
          {data.items.map(({ id, words, count }) => (
            <li key={id}>
              <CircleAlert size={16} className="alarm-bad" aria-hidden="true" />
              {words}
              <b className="num">{formatCount(count)}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Queue() {
  const address = useListAddress(['view'], 'run_at');
  const { page, perPage } = address;
  const view = address.filter.view?.[0] ?? '';
  const list = useGetList<Job>(
    'jobs',
    {
      filter: view === '' ? {} : { has_failed: view === 'failed' },
      sort: address.sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before, refetchInterval: everyMs },
  );
  const columns = useColumns();
  const { data: rows, total = 0, error, isPlaceholderData, refetch, meta } = list;
  return (
    <section className="panel list-panel" aria-labelledby="queue">
      <div className="panel-head">
        <h2 id="queue">Очередь</h2>
        <fieldset className="segments">
          <legend className="hidden-words">Какие показать</legend>
          {views.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={view === value}
              onClick={() => address.setFilter({ view: [value] })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {error && !rows ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !rows ? <Skeleton rows={8} /> : null}
      {rows?.length === 0 ? (
        <Empty title={view === 'failed' ? 'Заданий с ошибкой нет' : 'Очередь пуста'}>
          Здесь стоят письма, чеки, передача заявок и всё, что магазин делает сам.
        </Empty>
      ) : null}
      {rows && rows.length > 0 ? (
        <>
          <RecordTable
            label="Список заданий"
            rows={rows}
            columns={columns}
            address={address}
            keyOf={({ id }) => id}
            toneOf={({ has_failed: hasFailed }) => (hasFailed ? 'bad' : null)}
            isStale={isPlaceholderData}
          />
          <Pager address={address} total={total} hasMore={meta?.more === true} />
        </>
      ) : null}
    </section>
  );
}

function useColumns(): Column<Job>[] {
  const mayRetry = useCan('jobs.retry');
  const action: Column<Job> = {
    key: 'retry',
    label: 'Действие',
    align: 'right',
    render: ({ id, task_words: words, is_running: isRunning }) =>
      isRunning ? null : (
        <RowVerb path={`/api/admin/jobs/${id}/retry`} label={`Повторить сейчас: ${words}`}>
          Повторить
        </RowVerb>
      ),
  };
  return [
    { key: 'task', label: 'Что делает', render: ({ task_words: words }) => words },
    { key: 'state', label: 'Состояние', render: (job) => <JobState {...job} /> },
    {
      key: 'attempts',
      label: 'Попыток',
      align: 'right',
      render: ({ attempts, max_attempts: most }) => <span className="num">{`${attempts} из ${most}`}</span>,
    },
    { key: 'run_at', label: 'Запуск', render: ({ run_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'error',
      label: 'Последняя ошибка',
      render: ({ last_error: words }) =>
        words ? (
          <details className="job-error">
            <summary className="cell-cut">{words.split('\n')[0]}</summary>
            <pre>{words}</pre>
          </details>
        ) : (
          '—'
        ),
    },
    ...(mayRetry ? [action] : []),
  ];
}

function JobState({ has_failed: hasFailed, is_running: isRunning, run_at: at }: Job) {
  if (hasFailed) return <Tag tone="bad">не удалось</Tag>;
  if (isRunning) return <Tag tone="info">идёт</Tag>;
  return <Tag>{new Date(at) > new Date() ? 'по времени' : 'ждёт'}</Tag>;
}
