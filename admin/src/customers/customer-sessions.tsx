import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { CustomerSessions as Sessions } from './customer-types.ts';

const columns: Column<Sessions['items'][number]>[] = [
  { key: 'device', label: 'Устройство', render: ({ device }) => <span className="cell-cut">{device || '—'}</span> },
  { key: 'city', label: 'Город', render: ({ city }) => city || '—' },
  { key: 'address', label: 'Адрес', render: ({ address }) => <span className="num">{address ?? '—'}</span> },
  { key: 'created', label: 'Вход', render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span> },
  { key: 'used', label: 'Был виден', render: ({ used_at: at }) => <span className="num">{shortMoment(at)}</span> },
];

/** Where the customer is signed in; all of it can be ended, after which they sign in again. */
export function CustomerSessions({ id }: { id: string }) {
  const path = `/api/admin/customers/${id}/sessions`;
  const canEnd = useCan('customers.write');
  const { data, error, refetch } = useGot<Sessions>(path);
  const queries = useQueryClient();
  const end = useVerb<{ ended: number }>(() => void queries.invalidateQueries());
  return (
    <div className="panel list-panel">
      {canEnd && data && data.items.length > 0 ? (
        <div className="panel-head">
          <h2>Открытые сеансы</h2>
          <span className="panel-actions">
            <Button size="small" isBusy={end.isBusy} onClick={() => end.run(`${path}/end`)}>
              Завершить все
            </Button>
          </span>
        </div>
      ) : null}
      <Problem words={end.problem} />
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={4} /> : null}
      {data?.items.length === 0 ? <Empty title="Открытых сеансов нет">Покупатель сейчас нигде не вошёл.</Empty> : null}
      {data && data.items.length > 0 ? (
        <RecordTable
          label="Сеансы"
          rows={data.items}
          columns={columns}
          address={{ sort: { field: '', order: 'ASC' }, sortBy: () => {} }}
          keyOf={(session) => session.id}
        />
      ) : null}
    </div>
  );
}
