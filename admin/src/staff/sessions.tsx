import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { StaffSession } from './staff-types.ts';

/** Where a member of staff is signed in; each session can be ended. */
export function Sessions({ id }: { id: string }) {
  const path = `/api/admin/staff/${id}/sessions`;
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', id, 'sessions'],
    queryFn: async ({ signal }) => (await request<{ items: StaffSession[] }>(path, { signal })).body.items,
  });
  const queries = useQueryClient();
  const end = useVerb(() => void queries.invalidateQueries({ queryKey: ['staff', id, 'sessions'] }));
  const columns: Column<StaffSession>[] = [
    { key: 'device', label: 'Устройство', render: ({ device }) => <span className="cell-cut">{device || '—'}</span> },
    { key: 'city', label: 'Город', render: ({ city }) => city || '—' },
    { key: 'address', label: 'Адрес', render: ({ address }) => <span className="num">{address ?? '—'}</span> },
    { key: 'created', label: 'Вход', render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span> },
    { key: 'used', label: 'Был виден', render: ({ used_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'end',
      label: 'Действие',
      align: 'right',
      render: (session) => (
        <Button
          size="small"
          isBusy={end.isBusy}
          aria-label={`Завершить сеанс: ${session.device}`}
          onClick={() => end.run(`${path}/${session.id}/end`)}
        >
          Завершить
        </Button>
      ),
    },
  ];
  return (
    <div className="panel list-panel">
      <Problem words={end.problem} />
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={4} /> : null}
      {data?.length === 0 ? <Empty title="Открытых сеансов нет">Сотрудник сейчас нигде не вошёл.</Empty> : null}
      {data && data.length > 0 ? (
        <RecordTable
          label="Сеансы"
          rows={data}
          columns={columns}
          address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
          keyOf={(session) => session.id}
        />
      ) : null}
    </div>
  );
}
