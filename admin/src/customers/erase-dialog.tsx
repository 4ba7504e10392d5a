import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Customer } from './customer-types.ts';

/** Nothing takes it back, so the name is typed by hand. */
export function EraseDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const to = useAddress();
  const queries = useQueryClient();
  const wanted = customer.full_name || 'удалить';
  const erase = useVerb(() => {
    void queries.invalidateQueries();
    void navigate(to('/customers'));
  });
  return (
    <Dialog title={`Удалить кабинет: ${customer.full_name || 'без имени'}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          erase.run(`/api/admin/customers/${customer.id}/erase`, { name });
        }}
      >
        <p>
          Удаляют по просьбе самого покупателя. В ближайшие минуты исчезнут имя, контакты, сеансы, списки, обращения,
          отзывы и заметки. Заказы останутся без покупателя, на почту уйдёт письмо. Вернуть кабинет будет нельзя.
        </p>
        <LineField
          label={`Чтобы подтвердить, наберите: ${wanted}`}
          error={erase.fields.name}
          value={name}
          onChange={setName}
        />
        <Problem words={erase.fields.name ? null : erase.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="danger" type="submit" isBusy={erase.isBusy} disabled={name.trim() === ''}>
            Удалить кабинет
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
