import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { CalendarTabs } from '../calendar/calendar-tabs.tsx';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { NewReleaseDialog } from './new-release-dialog.tsx';
import { type ReleaseRow, releaseStates } from './release-words.ts';

const columns: Column<ReleaseRow>[] = [
  {
    key: 'name',
    label: 'Выпуск',
    render: ({ id, name }) => (
      <PageLink to={`/calendar/releases/${id}`} className="strong cell-cut">
        {name}
      </PageLink>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={releaseStates[state].tone}>{releaseStates[state].label}</Tag>,
  },
  { key: 'items', label: 'Записей', align: 'right', render: ({ items }) => <span className="num">{items}</span> },
  { key: 'at', label: 'Когда', render: (release) => whenWords(release) },
  { key: 'author', label: 'Кто завёл', render: ({ author }) => <span className="cell-cut">{author}</span> },
];

/** Releases, those to come first. */
export function ReleasesList() {
  const list = useGot<{ items: ReleaseRow[] }>('/api/admin/releases');
  const [isNew, setNew] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  return (
    <PageFrame
      title="Выпуски"
      beside={<CalendarTabs />}
      actions={
        <>
          <PageLink to="/calendar/copy" className="btn">
            Повторить прошлый год
          </PageLink>
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новый выпуск
          </Button>
        </>
      }
    >
      <WholeList
        name="releases"
        list={list}
        rows={list.data?.items}
        label="Выпуски"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`/calendar/releases/${id}`))}
        empty={
          <Empty title="Выпусков пока нет">
            В выпуск складывают черновики, которые должны появиться в магазине вместе: оформление, слайды, акции,
            купоны, посадочные, цены.
          </Empty>
        }
      />
      {isNew ? (
        <NewReleaseDialog
          onClose={() => setNew(false)}
          onMade={(id) => {
            void queries.invalidateQueries();
            void navigate(to(`/calendar/releases/${id}`));
          }}
        />
      ) : null}
    </PageFrame>
  );
}

/** «28.12.2026 09:00», «кнопкой». */
function whenWords({ published_at: done, publish_at: planned, published_by: by }: ReleaseRow) {
  if (done) return <span className="num">{`${formatDateTime(done)}, ${by ?? ''}`}</span>;
  return planned ? <span className="num">{formatDateTime(planned)}</span> : 'кнопкой';
}
