import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { whenWords } from '../calendar/when.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { HeldRule, isHeld } from '../search/quality-change.tsx';
import { type FreeDraft, partKinds, type Release } from './release-words.ts';

type Props = { release: Release; onClose: () => void };

const keyOf = ({ kind, id }: Pick<FreeDraft, 'kind' | 'id'>) => `${kind} ${id}`;

/** Drafts that wait in no release, to be put into this one. */
export function AddDraftsDialog({ release, onClose }: Props) {
  const { data, error, refetch } = useGot<{ items: FreeDraft[] }>('/api/admin/release-drafts');
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const nameOf = useBranchName();
  const queries = useQueryClient();
  const add = useVerb(() => {
    onClose();
    void queries.invalidateQueries();
  });
  const drafts = data?.items ?? [];
  const wanted = drafts.filter((draft) => chosen.has(keyOf(draft))).map(({ kind, id }) => ({ kind, id }));
  const put = (accepts_fall?: true) =>
    add.run(`/api/admin/releases/${release.id}/parts`, { items: wanted, accepts_fall });
  return (
    <Dialog title="Добавить черновики" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          put();
        }}
      >
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={6} /> : null}
        {data && drafts.length === 0 ? (
          <Empty title="Свободных черновиков нет">
            Создайте слайд, акцию или купон черновиком или сохраните черновиком правку товара: они появятся здесь.
          </Empty>
        ) : null}
        <ul className="release-choice">
          {drafts.map((draft) => (
            <li key={keyOf(draft)}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.has(keyOf(draft))}
                  onChange={({ target }) => {
                    const next = new Set(chosen);
                    if (target.checked) next.add(keyOf(draft));
                    else next.delete(keyOf(draft));
                    setChosen(next);
                    add.reset();
                  }}
                />
                <span>
                  {`${partKinds[draft.kind]}: `}
                  <b>{draft.title}</b>{' '}
                  <span className="soft small">
                    {[nameOf(draft.department_id_1c), whenWords(draft)].filter(Boolean).join(', ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <HeldRule error={add.error} words="Всё равно положить" isBusy={add.isBusy} onAccept={() => put(true)} />
        <Problem words={isHeld(add.error) ? null : add.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={add.isBusy} disabled={wanted.length === 0}>
            {wanted.length === 0 ? 'Положить' : `Положить: ${countOf(wanted.length, 'запись', 'записи', 'записей')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
