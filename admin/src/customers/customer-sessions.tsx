import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
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
  const list = useGot<Sessions>(path);
  const { data } = list;
  const queries = useQueryClient();
  const end = useVerb<{ ended: number }>(() => void queries.invalidateQueries());
  return (
    <WholeList
      name="customer-sessions"
      list={list}
      rows={data?.items}
      label="Сеансы"
      columns={columns}
      keyOf={(session) => session.id}
      above={
        <>
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
        </>
      }
      empty={<Empty title="Открытых сеансов нет">Покупатель сейчас нигде не вошёл.</Empty>}
    />
  );
}
