import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Customer } from './customer-types.ts';

/** Into the customer's own pages, with a reason that they read; the back office is closed meanwhile. */
export function ActDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const act = useVerb<{ path: string }>(({ path }) => window.location.assign(path));
  return (
    <Dialog title={`Войти в кабинет: ${customer.full_name || 'без имени'}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act.run(`/api/admin/customers/${customer.id}/acting-link`, { reason });
        }}
      >
        <p>
          Вы будете работать от имени покупателя не больше получаса. Управление магазином на это время закроется; всё,
          что вы сделаете, покупатель увидит в своём профиле.
        </p>
        <Field label="Причина" error={act.fields.reason} hint="От 5 до 500 символов, её прочитает покупатель">
          {(given) => (
            <textarea
              {...given}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <Problem words={act.fields.reason ? null : act.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={act.isBusy}>
            Войти в кабинет
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
