import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { HomeLayouts } from './content-types.ts';
import { blockLabels, layoutStates, seasonLabels } from './content-words.ts';

type Row = HomeLayouts['items'][number];

/** Plans of the home page: how it stands, where and when. */
export function HomeLayoutsList() {
  const { data, error, refetch } = useGot<HomeLayouts>('/api/admin/home-layouts');
  const { all_branches: isOfAll, branches } = useSession().me;
  const mayChange = useCan('content.publish');
  const navigate = useNavigate();
  const withBranch = useAddress();
  const columns = useColumns();
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/home/${id}`)));

  function plan(all: readonly string[]) {
    // It begins in a year unless a date is chosen: a plan half made must not be seen.
    const starts = new Date();
    starts.setFullYear(starts.getFullYear() + 1);
    create.run('/api/admin/home-layouts', {
      ...{ season: null, blocks: all, first_categories: [], starts_at: starts.toISOString(), ends_at: null },
      department_id_1c: isOfAll ? null : (branches[0]?.id_1c ?? null),
    });
  }

  return (
    <PageFrame
      title="Главная страница"
      actions={
        mayChange && data ? (
          <Button
            kind="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            isBusy={create.isBusy}
            onClick={() => plan(data.all_blocks)}
          >
            Новый план
          </Button>
        ) : null
      }
    >
      <ContentTabs />
      <div className="panel list-panel">
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={6} /> : null}
        {data?.items.length === 0 ? (
          <Empty title="Планов нет">Главная стоит как обычно: все блоки в своём порядке, без сезона.</Empty>
        ) : null}
        {data && data.items.length > 0 ? (
          <RecordTable
            label="Планы главной"
            rows={[...data.items]}
            columns={columns}
            address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
            keyOf={({ id }) => String(id)}
            open={({ id }) => void navigate(withBranch(`/content/home/${id}`))}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}

function useColumns(): Column<Row>[] {
  const nameOf = useBranchName();
  return [
    {
      key: 'branch',
      label: 'Для кого',
      render: ({ id, department_id_1c: branch }) => (
        <PageLink to={`/content/home/${id}`} className="strong">
          {nameOf(branch)}
        </PageLink>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state }) => <Tag tone={layoutStates[state].tone}>{layoutStates[state].label}</Tag>,
    },
    {
      key: 'from',
      label: 'С',
      render: ({ starts_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
    },
    {
      key: 'to',
      label: 'До',
      render: ({ ends_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
    },
    { key: 'season', label: 'Сезон', render: ({ season }) => (season ? seasonLabels[season] : '—') },
    {
      key: 'blocks',
      label: 'Блоки',
      render: ({ blocks }) => (
        <span className="cell-cut">{blocks.map((block) => blockLabels[block] ?? block).join(', ')}</span>
      ),
    },
  ];
}
