import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Category } from './assortment-types.ts';
import { levelOf, withBelow } from './category-tree.ts';
import { ParentChoice } from './parent-choice.tsx';

type Props = { category: Category; all: Category[]; onClose: () => void };

/** What dragging does, without a mouse: another parent, and after which neighbour. */
export function MoveDialog({ category, all, onClose }: Props) {
  const queries = useQueryClient();
  const [parent, setParent] = useState(category.parent_id);
  const [place, setPlace] = useState(0);
  const move = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  const own = withBelow(all, category.id);
  const level = levelOf(all, parent).filter(({ id }) => id !== category.id);
  return (
    <Dialog title={`Переместить «${category.name}»`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          move.run(`/api/admin/categories/${category.id}/move`, { parent_id: parent, place });
        }}
      >
        <ParentChoice
          all={all.filter(({ id }) => !own.has(id))}
          value={parent}
          error={move.fields.parent_id}
          onChange={(next) => {
            setParent(next);
            setPlace(0);
          }}
        />
        <Field label="На какое место">
          {(given) => (
            <select {...given} value={place} onChange={({ target }) => setPlace(Number(target.value))}>
              <option value={0}>Первой</option>
              {level.map(({ id, name }, at) => (
                <option key={id} value={at + 1}>
                  После «{name}»
                </option>
              ))}
            </select>
          )}
        </Field>
        {category.id_1c && !category.own_fields.includes('parent_id') ? (
          <p className="soft small">Раздел из 1С: после переноса в другой раздел его место ведёт магазин.</p>
        ) : null}
        <Problem words={move.fields.parent_id ? null : move.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={move.isBusy}>
            Переместить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
