import { useGetList } from 'react-admin';
import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { RowVerb } from '../parts/row-verb.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useSession } from '../session/session.ts';
import { OnecTabs } from './onec-tabs.tsx';

type Row = Got<'/api/admin/onec-order-files'>['items'][number];

const tones: Record<Row['state'], Tone> = {
  waiting: 'info',
  taking: 'info',
  taken: 'good',
  refused: 'bad',
  failed: 'bad',
};

const stateNames: [Row['state'], string][] = [
  ['failed', 'Сбой магазина'],
  ['refused', 'Не прочитаны'],
  ['waiting', 'В очереди'],
  ['taking', 'Разбираются'],
  ['taken', 'Приняты'],
];

/** Files with what 1C did with orders; one that was not read to its end comes with the reason. */
export function OrderFiles() {
  const { me } = useSession();
  const address = useListAddress(['state'], '-id');
  const { filter, page, perPage } = address;
  const { state = [] } = filter;
  const usual = useEvery(10_000, 60_000);
  const list = useGetList<Row>(
    'onec-order-files',
    { filter: state.length ? { state } : {}, pagination: { page, perPage } },
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderWay) ? 2_000 : usual),
    },
  );
  const totals = (list.meta?.totals ?? {}) as Record<string, number>;
  const mayDecide = me.permissions.includes('exchange.decide');
  const again = (row: Row) =>
    mayDecide && row.may_retake ? (
      <RowVerb path={`/api/admin/onec-order-files/${row.id}/retake`} label={`Принять ещё раз: ${row.name}`}>
        Принять ещё раз
      </RowVerb>
    ) : null;
  return (
    <PageFrame title="Файлы заказов" crumbs={[{ label: 'Обмен с 1С', to: '/onec' }]} beside={<OnecTabs />}>
      <div className="filters">
        <FilterChips
          label="Состояние"
          choices={stateNames.map(([value, label]) => ({ value, label, count: totals[value] ?? 0 }))}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
      </div>
      <RecordList
        name="order-files"
        list={list}
        address={address}
        label="Файлы"
        columns={[...columns, { key: 'again', label: 'Ещё раз', isAction: true, render: again }]}
        keyOf={({ id }) => String(id)}
        toneOf={(row) => (tones[row.state] === 'bad' ? 'bad' : null)}
        empty={
          <Empty title="Файлов пока нет">Здесь появится всё, что 1С пришлёт о заказах: оплаты, отгрузки, правки.</Empty>
        }
      />
    </PageFrame>
  );
}

function isUnderWay({ state }: Row): boolean {
  return state === 'waiting' || state === 'taking';
}

const columns: Column<Row>[] = [
  { key: 'at', label: 'Пришёл', render: ({ received_at: at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state, state_words: words }) => <Tag tone={tones[state]}>{words}</Tag>,
  },
  { key: 'node', label: 'Узел', render: ({ node }) => node },
  {
    key: 'name',
    label: 'Файл',
    render: ({ name, archive }) => <span className="cell-cut">{archive ? `${name}, в архиве ${archive}` : name}</span>,
  },
  {
    key: 'applied',
    label: 'Изменили заказы',
    render: ({ applied }) => <span className="num">{formatCount(applied)}</span>,
  },
  {
    key: 'unchanged',
    label: 'Без изменений',
    render: ({ unchanged }) => <span className="num">{formatCount(unchanged)}</span>,
  },
  {
    key: 'refused',
    label: 'Не приняты',
    render: ({ refused }) => <span className="num">{formatCount(refused)}</span>,
  },
  {
    key: 'reason',
    label: 'Почему не принят',
    render: ({ reason }) => <span className="cell-wide">{reason ?? '—'}</span>,
  },
];
