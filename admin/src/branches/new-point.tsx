import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { BranchRecord } from './branch-types.ts';

/** A pickup point of the branch, with its hours and telephones at first. */
export function NewPoint({ branch, onClose }: { branch: BranchRecord; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [point, setPoint] = useState({ id_1c: '', name_for_site: '', address: '' });
  const create = useVerb<{ id: string }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/branches/${id}`));
  });
  const text = (name: keyof typeof point, label: string, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      error={create.fields[name]}
      value={point[name]}
      onChange={(text) => setPoint({ ...point, [name]: text })}
    />
  );
  return (
    <Dialog title={`Новый пункт выдачи: ${branch.city}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run(`/api/admin/branches/${branch.id}/points`, point);
        }}
      >
        {text('name_for_site', 'Название на сайте', 'Как его узнают: «Окружное шоссе»')}
        {text('address', 'Улица и дом', 'ул. Гончарная, 2')}
        {text('id_1c', 'Код подразделения в 1С', '5 цифр; от него же номер склада')}
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
