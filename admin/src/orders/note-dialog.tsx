import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { OrderRecord } from './order-types.ts';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** A note for colleagues, or what was said on the phone. */
export function NoteDialog({ order, onClose, onDone }: Props) {
  const [text, setText] = useState('');
  const [isCall, setCall] = useState(false);
  const add = useVerb(() => {
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Заметка к заказу ${order.number}`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.run(`/api/admin/orders/${order.id}/notes`, { text, kind: isCall ? 'call' : 'note' });
        }}
      >
        <Field label="Что записать" error={add.fields.text} hint="Видят только сотрудники">
          {(given) => (
            <textarea
              {...given}
              rows={4}
              maxLength={2000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <label className="check">
          <input type="checkbox" checked={isCall} onChange={({ target }) => setCall(target.checked)} />
          Это был звонок
        </label>
        <Problem words={add.fields.text ? null : add.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={add.isBusy}>
            Записать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
