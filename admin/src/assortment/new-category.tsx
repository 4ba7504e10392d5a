import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Doubts } from '../editor/doubts.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Category } from './assortment-types.ts';
import { ParentChoice } from './parent-choice.tsx';

/** A category of the shop's own: its name and place; the rest on its page. */
export function NewCategory({ all, onClose }: { all: Category[]; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [parent, setParent] = useState<number | null>(null);
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/categories/${id}`));
  });
  return (
    <Dialog title="Новая категория" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/categories', { name, parent_id: parent });
        }}
      >
        <Field label="Название" error={create.fields.name} hint="Как в меню: «Сухие смеси», «Ёлки искусственные»">
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Doubts words={[name]} />
        <ParentChoice all={all} value={parent} onChange={setParent} error={create.fields.parent_id} />
        <p className="soft small">Раздел появится в меню всех филиалов, как только в нём будут товары.</p>
        <Problem words={Object.keys(create.fields).length > 0 ? null : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
