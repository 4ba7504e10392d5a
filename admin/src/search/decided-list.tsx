import { useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { formatCount } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { ListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { SearchTabs } from './search-tabs.tsx';
import type { DecidedMiss } from './search-types.ts';

const decisions = {
  hidden: { label: 'скрыт', tone: 'plain' },
  not_sold: { label: 'не продаём', tone: 'warn' },
  ruled: { label: 'есть правило', tone: 'good' },
} as const;

/** Queries of which somebody has decided: until when, and back into the queue. */
export function DecidedList({ address }: { address: ListAddress }) {
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [] } = filter;
  const queries = useQueryClient();
  const branchName = useBranchName();
  const reopen = useVerb(() => void queries.invalidateQueries());
  const list = useGetList<DecidedMiss>(
    'search-misses/decided',
    { filter: { q }, sort: { field: 'decided_at', order: 'DESC' }, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const columns: Column<DecidedMiss>[] = [
    { key: 'words', label: 'Запрос', render: ({ words }) => <span className="cell-cut strong">{words}</span> },
    {
      key: 'decision',
      label: 'Решение',
      render: ({ decision }) => <Tag tone={decisions[decision].tone}>{decisions[decision].label}</Tag>,
    },
    { key: 'branch', label: 'Где', render: ({ department_id_1c: branch }) => branchName(branch) },
    {
      key: 'times',
      label: 'Раз тогда',
      align: 'right',
      render: ({ times_then: times }) => <span className="num">{formatCount(times)}</span>,
    },
    {
      key: 'now',
      label: 'Раз сейчас',
      align: 'right',
      render: ({ times, times_then: then }) => (
        <span className={times >= 2 * then ? 'num bad strong' : 'num'}>{formatCount(times)}</span>
      ),
    },
    { key: 'who', label: 'Кто', render: ({ who, decided_at: at }) => `${who}, ${shortMoment(at)}` },
    { key: 'until', label: 'До', render: ({ ends_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'back',
      label: 'Вернуть',
      isAction: true,
      render: ({ words }) => (
        <Button
          size="small"
          isBusy={reopen.isBusy}
          aria-label={`Вернуть в очередь «${words}»`}
          onClick={() => reopen.run('/api/admin/search-misses/reopen', { words: [words] })}
        >
          Вернуть
        </Button>
      ),
    },
  ];
  return (
    <PageFrame title="Поиск" beside={<SearchTabs />}>
      <div className="filters">
        <FilterText label="Запрос" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Решённые"
          choices={[{ value: 'decided', label: 'Решённые и скрытые' }]}
          chosen={['decided']}
          onChange={(state) => address.setFilter({ state })}
        />
      </div>
      <Problem words={reopen.problem} />
      <RecordList
        name="decided-misses"
        list={list}
        address={address}
        label="Решённые запросы"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={<Empty title="Решений пока нет" />}
      />
    </PageFrame>
  );
}
