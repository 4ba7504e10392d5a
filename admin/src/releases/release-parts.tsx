import { useQueryClient } from '@tanstack/react-query';
import { whenWords } from '../calendar/when.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { type Part, partAddress, partKinds, partStates, type Release } from './release-words.ts';

type Props = { release: Release; isOpen: boolean };

/** What a release publishes, or published, part by part. */
export function ReleaseParts({ release, isOpen }: Props) {
  const nameOf = useBranchName();
  const queries = useQueryClient();
  const act = useVerb(() => void queries.invalidateQueries());
  const path = `/api/admin/releases/${release.id}`;
  const columns: Column<Part>[] = [
    {
      key: 'title',
      label: 'Что',
      render: (part) =>
        part.state === 'gone' ? (
          <span className="cell-cut">{part.title}</span>
        ) : (
          <PageLink to={partAddress(part)} className="strong cell-cut">
            {part.title}
          </PageLink>
        ),
    },
    { key: 'kind', label: 'Вид', render: ({ kind }) => partKinds[kind] },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state }) => <Tag tone={partStates[state].tone}>{partStates[state].label}</Tag>,
    },
    {
      key: 'act',
      label: 'Действие',
      render: ({ kind, id, title, state, is_own: isOwn, may_take: mayTake }) => {
        if (isOpen)
          return mayTake || state === 'gone' ? (
            <Button
              size="small"
              disabled={act.isBusy}
              aria-label={`Убрать из выпуска: ${title}`}
              onClick={() => act.run(`${path}/parts/remove`, { kind, id })}
            >
              Убрать
            </Button>
          ) : null;
        return isOwn && state === 'published' ? (
          <Button
            size="small"
            disabled={act.isBusy}
            aria-label={`Отменить: ${title}`}
            onClick={() => act.run(`${path}/undo`, { part: { kind, id } })}
          >
            Отменить
          </Button>
        ) : null;
      },
    },
    { key: 'branch', label: 'Где', render: ({ department_id_1c: branch }) => nameOf(branch) },
    { key: 'term', label: 'Срок', render: (part) => <span className="num">{whenWords(part) || 'без срока'}</span> },
  ];
  return (
    <div className="panel list-panel">
      <Problem words={act.problem} />
      {release.parts.length === 0 ? (
        <Empty title="Записей пока нет">
          Добавьте черновики кнопкой сверху, или откройте черновик на его странице и нажмите «В выпуск».
        </Empty>
      ) : (
        <RecordTable
          label="Записи выпуска"
          rows={release.parts}
          columns={columns}
          keyOf={({ kind, id }) => `${kind} ${id}`}
        />
      )}
    </div>
  );
}
