import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { bulkJobKinds, bulkJobStates } from '#shared/bulk-jobs.ts';
import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import type { Got } from '../parts/got.ts';
import { type ListAddress, pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { RowVerb } from '../parts/row-verb.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { type BulkJob, bulkKindWords, bulkStateWords } from './bulk-words.ts';
import { JobsTabs } from './jobs-tabs.tsx';

type Totals = Got<'/api/admin/bulk-jobs'>['totals'];

const everyMs = 10_000;
/** While progress of portions is reported. */
const jobMs = 60_000;

/** Work on many records at once, of every kind that the person sees; the newest first. */
export function BulkJobs() {
  const address = useListAddress(['kind', 'state', 'who'], '-at');
  const { kind, state, who } = address.filter;
  const navigate = useNavigate();
  const toAddress = useAddress();
  const list = useGetList<BulkJob>(
    'bulk-jobs',
    { filter: { kind, state, who: who?.[0] }, sort: address.sort, ...pageOf(address) },
    { placeholderData: (before) => before, refetchInterval: useEvery(everyMs, jobMs) },
  );
  return (
    <PageFrame title="Массовые операции" beside={<JobsTabs />}>
      <Filters address={address} totals={list.meta?.totals as Totals | undefined} />
      <RecordList
        name="bulk-jobs"
        list={list}
        address={address}
        label="Массовые операции"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ kind, number }) => void navigate(toAddress(bulkKindWords[kind].page(number)))}
        toneOf={({ state }) => (state === 'held' ? 'warn' : state === 'failed' ? 'bad' : null)}
        empty={
          <Empty title="Массовых операций пока не было">
            Здесь будет всё, что меняет много записей разом: планы цен, таблицы, пакеты 1С, партии кодов.
          </Empty>
        }
      />
    </PageFrame>
  );
}

/** Kinds and states of which there are any, and the people. */
function Filters({ address, totals }: { address: ListAddress; totals: Totals | undefined }) {
  const { filter } = address;
  const { kind = [], state = [], who: [who = ''] = [] } = filter;
  const people = totals?.people ?? [];
  const kinds = bulkJobKinds.filter((one) => totals?.kinds[one] || kind.includes(one));
  const states = bulkJobStates.filter((one) => totals?.states[one] || state.includes(one));
  return (
    <div className="filters">
      <FilterChips
        label="Вид"
        choices={kinds.map((value) => ({ value, label: bulkKindWords[value].many, count: totals?.kinds[value] ?? 0 }))}
        chosen={kind}
        onChange={(chosen) => address.setFilter({ kind: chosen })}
      />
      <FilterChips
        label="Состояние"
        choices={states.map((value) => ({
          value,
          label: bulkStateWords[value].many,
          count: totals?.states[value] ?? 0,
        }))}
        chosen={state}
        onChange={(chosen) => address.setFilter({ state: chosen })}
      />
      <label className="filter-choice">
        <span>Кто</span>
        <select value={who} onChange={({ target }) => address.setFilter({ who: [target.value] })}>
          <option value="">все</option>
          {(who === '' || people.includes(who) ? people : [who, ...people]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <ResetFilter address={address} />
    </div>
  );
}

const columns: Column<BulkJob>[] = [
  {
    key: 'name',
    label: 'Что',
    render: ({ kind, number, name }) => (
      <PageLink to={bulkKindWords[kind].page(number)} className="cell-cut cell-wide strong" title={name}>
        {name}
      </PageLink>
    ),
  },
  { key: 'kind', label: 'Вид', render: ({ kind }) => bulkKindWords[kind].one },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={bulkStateWords[state].tone}>{bulkStateWords[state].one}</Tag>,
  },
  { key: 'words', label: 'Ход и итог', render: (job) => <Progress {...job} /> },
  { key: 'who', label: 'Кто', render: ({ who }) => who || '—' },
  { key: 'at', label: 'Когда', render: ({ at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'undo',
    label: 'Что можно',
    align: 'right',
    isAction: true,
    render: ({ kind, number, name, undo_until: until, can_stop: canStop }) => {
      const { undo: words, page, call } = bulkKindWords[kind];
      if (canStop)
        return (
          <RowVerb path={`/api/admin/${call}/${number}/cancel`} label={`Остановить: ${name}`}>
            Остановить
          </RowVerb>
        );
      if (until === null) return null;
      return (
        <span className="bulk-undo">
          <span className="num soft">до {shortMoment(until)}</span>
          {words ? (
            <RowVerb path={`/api/admin/${call}/${number}/undo`} label={`${words}: ${name}`}>
              {words}
            </RowVerb>
          ) : (
            <PageLink to={page(number)} className="btn btn-small" aria-label={`Откатить: ${name}`}>
              Откатить…
            </PageLink>
          )}
        </span>
      );
    },
  },
];

function Progress({ progress, words }: BulkJob) {
  if (!progress)
    return (
      <span className="cell-cut cell-wide" title={words}>
        {words}
      </span>
    );
  const { done, total } = progress;
  return (
    <span className="bulk-progress">
      {words}: {formatCount(done)} из {formatCount(total)}
      <progress value={done} max={total || 1} aria-hidden="true" />
    </span>
  );
}
