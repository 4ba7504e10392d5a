import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { type Filters, ShortFilters } from './short-filters.tsx';

type Props = {
  categoryId: number;
  onClose: () => void;
  /** What is proposed; without it nothing is filled in. */
  proposed?: { name: string; filters: Filters };
};

/** A short listing: its name and filters; the words stand on its page. */
export function NewShort({ categoryId, onClose, proposed = { name: '', filters: {} } }: Props) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [name, setName] = useState(proposed.name);
  const [filters, setFilters] = useState<Filters>(proposed.filters);
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/shorts/${id}`));
  });
  const { fields } = create;
  return (
    <Dialog title="Новая подборка" onClose={onClose} className="dialog-wide">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/shorts', { category_id: categoryId, name, filters });
        }}
      >
        <LineField
          label="Название"
          error={fields.name ?? fields.code}
          hint="«Гипсовые штукатурки»: из него сложится адрес"
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <ShortFilters categoryId={categoryId} filters={filters} error={fields.filters} onChange={setFilters} />
        <Problem words={Object.keys(fields).length > 0 ? null : create.problem} />
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
