import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

/** A brand: its name and country; the rest on its page. */
export function NewBrand({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [country, setCountry] = useState('');
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/brands/${id}`));
  });
  const { fields } = create;
  return (
    <Dialog title="Новый бренд" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/brands', { name, country: country.trim() || null });
        }}
      >
        <LineField
          label="Название"
          error={fields.name ?? fields.slug}
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <LineField
          label="Страна"
          error={fields.country}
          hint="Необязательно"
          maxLength={200}
          value={country}
          onChange={setCountry}
        />
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
