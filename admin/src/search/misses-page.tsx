import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Ban, Equal } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { shortPrice } from '../parts/short-price.ts';
import { Empty, LoadFailure } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import { Confidence } from './confidence.tsx';
import { DecidedList } from './decided-list.tsx';
import { MissPanel } from './miss-panel.tsx';
import { MissesBulk } from './misses-bulk.tsx';
import { SearchTabs } from './search-tabs.tsx';
import type { Miss, MissTotals, Proposal } from './search-types.ts';
import { Spark } from './spark.tsx';
import { useProposals } from './use-proposals.ts';

const filterKeys = ['q', 'kind', 'state'] as const;

/** Queries that found nothing, what the search proposes for each, and what a rule would change. */
export function MissesPage() {
  const address = useListAddress(filterKeys, '-times');
  const isDecided = address.filter.state?.includes('decided') === true;
  return isDecided ? <DecidedList address={address} /> : <Waiting address={address} />;
}

function Waiting({ address }: { address: ReturnType<typeof useListAddress> }) {
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const [boxes, setBoxes] = useState<string[]>([]);
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], kind = [] } = filter;
  const list = useGetList<Miss>(
    'search-misses',
    { filter: { q, ...(kind.length ? { kind } : {}) }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const { data: rows, total = 0 } = list;
  const proposals = useProposals((rows ?? []).map(({ words }) => words));
  const chosen = rows?.find(({ id }) => id === search.get('id')) ?? rows?.[0];
  const isFiltered = Object.keys(filter).length > 0;
  const isMoneyShown = useCan('reports.money');
  const lost = (list.meta?.totals as MissTotals | undefined)?.lost;
  function choose(id: string | undefined) {
    const next = new URLSearchParams(window.location.search);
    if (id) next.set('id', id);
    else next.delete('id');
    setSearch(next, { replace: true });
  }
  /** What was decided leaves the list, and the next one is looked at. */
  function onDecided() {
    const at = rows?.findIndex(({ id }) => id === chosen?.id) ?? -1;
    choose(rows?.[at + 1]?.id ?? rows?.[at - 1]?.id);
    setBoxes([]);
    void queries.invalidateQueries();
  }
  return (
    <PageFrame title="Поиск" beside={<SearchTabs misses={isFiltered ? undefined : total} />}>
      <div className="filters">
        <FilterText label="Запрос" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Чем ответили"
          choices={[
            { value: 'nothing', label: 'Ничего' },
            { value: 'doubtful', label: 'Неточно' },
          ]}
          chosen={kind}
          onChange={(chosen) => address.setFilter({ kind: chosen })}
        />
        <FilterChips
          label="Решённые"
          choices={[{ value: 'decided', label: 'Решённые и скрытые' }]}
          chosen={[]}
          onChange={(state) => address.setFilter({ state })}
        />
        <span className="soft">За 28 дней, от пяти раз{lost ? `. Потери ≈ ${shortPrice(lost)}` : ''}</span>
      </div>
      <div className={chosen ? 'miss-columns' : undefined}>
        <RecordList
          name="misses"
          list={list}
          address={address}
          label="Не нашли"
          columns={columnsOf(proposals.of, boxes, setBoxes, chosen?.id, choose, isMoneyShown)}
          keyOf={({ id }) => id}
          open={({ id }) => choose(id)}
          empty={
            <Empty title="Ненайденного нет">
              Здесь появятся запросы, по которым покупатели пять раз за 28 дней ничего не нашли.
            </Empty>
          }
          below={
            <>
              {proposals.failure ? (
                <LoadFailure error={proposals.failure} retry={() => void queries.invalidateQueries()} />
              ) : null}
              <MissesBulk chosen={boxes} proposalOf={(words) => proposals.of(words)?.[0]} onDone={onDecided} />
            </>
          }
        />
        {chosen ? (
          <MissPanel
            key={`${chosen.id} ${proposals.of(chosen.words) ? 'proposed' : ''}`}
            miss={chosen}
            proposals={proposals.of(chosen.words)}
            onDone={onDecided}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}

function columnsOf(
  proposalsOf: (words: string) => Proposal[] | undefined,
  boxes: string[],
  setBoxes: (boxes: string[]) => void,
  chosen: string | undefined,
  choose: (id: string) => void,
  isMoneyShown: boolean,
): Column<Miss>[] {
  const columns: (Column<Miss> | false)[] = [
    {
      key: 'words',
      label: 'Запрос',
      sort: 'words',
      render: ({ id, words }) => (
        <span className="miss-words">
          <input
            type="checkbox"
            aria-label={`Отметить «${words}»`}
            checked={boxes.includes(id)}
            onChange={() => setBoxes(boxes.includes(id) ? boxes.filter((other) => other !== id) : [...boxes, id])}
          />
          <button type="button" aria-current={id === chosen ? 'true' : undefined} onClick={() => choose(id)}>
            {words}
          </button>
        </span>
      ),
    },
    {
      key: 'kind',
      label: 'Ответ',
      render: ({ kind }) => (kind === 'nothing' ? <Tag tone="bad">ничего</Tag> : <Tag tone="warn">неточно</Tag>),
    },
    {
      key: 'times',
      label: 'Раз',
      sort: 'times',
      align: 'right',
      render: ({ times }) => <b className="num">{formatCount(times)}</b>,
    },
    { key: 'weeks', label: '7 недель', render: ({ weeks }) => <Spark weeks={weeks} /> },
    {
      key: 'branches',
      label: 'Филиалы',
      sort: 'branches',
      align: 'right',
      render: ({ branches }) => <span className="num">{formatCount(branches)}</span>,
    },
    isMoneyShown && {
      key: 'lost',
      label: 'Потери',
      sort: 'lost',
      align: 'right',
      render: ({ lost }) => <span className="num">{lost ? shortPrice(lost) : '—'}</span>,
    },
    { key: 'proposal', label: 'Предлагаем', render: ({ words }) => <Proposed proposals={proposalsOf(words)} /> },
    {
      key: 'confidence',
      label: 'Уверенность',
      align: 'right',
      render: ({ words }) => <Confidence proposal={proposalsOf(words)?.[0]} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

function Proposed({ proposals }: { proposals: Proposal[] | undefined }) {
  if (!proposals) return <span className="soft">…</span>;
  const [best] = proposals;
  if (!best)
    return (
      <span className="proposed soft">
        <Ban size={14} aria-hidden="true" />
        не продаём?
      </span>
    );
  const Icon = best.kind === 'synonym' ? Equal : ArrowRight;
  return (
    <span className="proposed">
      <Icon size={14} role="img" aria-label={best.kind === 'synonym' ? 'Синоним' : 'Перенаправить'} />
      <span className="cell-cut">{best.label}</span>
    </span>
  );
}
