import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import type { StaffSession } from './staff-types.ts';

/** Where a member of staff is signed in; each session can be ended. */
export function Sessions({ id }: { id: string }) {
  const path = `/api/admin/staff/${id}/sessions`;
  const list = useGot<{ items: StaffSession[] }>(path);
  const queries = useQueryClient();
  const end = useVerb(() => void queries.invalidateQueries());
  const columns: Column<StaffSession>[] = [
    { key: 'device', label: 'Устройство', render: ({ device }) => <span className="cell-cut">{device || '—'}</span> },
    { key: 'city', label: 'Город', render: ({ city }) => city || '—' },
    { key: 'address', label: 'Адрес', render: ({ address }) => <span className="num">{address ?? '—'}</span> },
    { key: 'created', label: 'Вход', render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span> },
    { key: 'used', label: 'Был виден', render: ({ used_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'end',
      label: 'Действие',
      isAction: true,
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
    <WholeList
      name="staff-sessions"
      list={list}
      rows={list.data?.items}
      label="Сеансы"
      columns={columns}
      keyOf={(session) => session.id}
      above={<Problem words={end.problem} />}
      empty={<Empty title="Открытых сеансов нет">Сотрудник сейчас нигде не вошёл.</Empty>}
    />
  );
}
