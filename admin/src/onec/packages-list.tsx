import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { useEvery } from '../events/live.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { OnecTabs } from './onec-tabs.tsx';

export type PackageRow = Got<'/api/admin/onec-packages'>['items'][number];

export const packageTones: Record<PackageRow['state'], Tone> = {
  held: 'warn',
  waiting: 'info',
  importing: 'info',
  imported: 'good',
  refused: 'plain',
  failed: 'bad',
  rehearsed: 'outline',
  rolled_back: 'outline',
};

const stateNames: [PackageRow['state'], string][] = [
  ['held', 'Ждут решения'],
  ['importing', 'Принимаются'],
  ['imported', 'Приняты'],
  ['refused', 'Не приняты'],
  ['rolled_back', 'Отменены'],
  ['failed', 'Сбой'],
];

const columns: Column<PackageRow>[] = [
  {
    key: 'id',
    label: '№',
    render: ({ id }) => (
      <PageLink to={`/onec/packages/${id}`} className="num strong">
        {id}
      </PageLink>
    ),
  },
  { key: 'at', label: 'Пришёл', render: ({ received_at: at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state, state_words: words }) => <Tag tone={packageTones[state]}>{words}</Tag>,
  },
  { key: 'node', label: 'Узел', render: ({ node }) => node ?? 'команда' },
  { key: 'source', label: 'Состав', render: ({ source }) => <span className="cell-cut">{source}</span> },
  {
    key: 'changes',
    label: 'Что меняет',
    render: ({ changes, note }) => (
      <span className="cell-cut cell-wide" title={note || undefined}>
        {changes.length > 0 ? mainChanges(changes) : note || 'ничего'}
      </span>
    ),
  },
  {
    key: 'decided',
    label: 'Кто решил',
    render: ({ decided_by: who, rolled_back_by: rolledBackBy }) => rolledBackBy ?? who ?? '—',
  },
];

/** What has come from 1C, the newest first; those that wait for a decision stand out. */
export function PackagesList() {
  const address = useListAddress(['state'], '-id');
  const { filter, page, perPage } = address;
  const { state = [] } = filter;
  const navigate = useNavigate();
  const toAddress = useAddress();
  const list = useGetList<PackageRow>(
    'onec-packages',
    { filter: state.length ? { state } : {}, pagination: { page, perPage } },
    { placeholderData: (before) => before, refetchInterval: useEvery(10_000, 60_000) },
  );
  const totals = (list.meta?.totals ?? {}) as Record<string, number>;
  return (
    <PageFrame title="Обмен с 1С" beside={<OnecTabs />}>
      <div className="filters">
        <FilterChips
          label="Состояние"
          choices={stateNames.map(([value, label]) => ({ value, label, count: totals[value] ?? 0 }))}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
      </div>
      <RecordList
        name="packages"
        list={list}
        address={address}
        label="Пакеты"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(toAddress(`/onec/packages/${id}`))}
        toneOf={({ state }) => (state === 'held' ? 'warn' : state === 'failed' ? 'bad' : null)}
        empty={
          <Empty title="Пакетов пока нет" action={<PageLink to="/onec/nodes">Подключить 1С</PageLink>}>
            Здесь появится всё, что пришлёт 1С: что изменится и что не принято.
          </Empty>
        }
      />
    </PageFrame>
  );
}

/** «Новые товары 36, цены растут больше чем на 50 % 12» */
function mainChanges(changes: PackageRow['changes']): string {
  const words = changes.filter(({ name }) => !name.startsWith('—')).map(({ name, value }) => `${name} ${value}`);
  return words.map((one, at) => (at === 0 ? one : `${one.charAt(0).toLowerCase()}${one.slice(1)}`)).join(', ');
}
