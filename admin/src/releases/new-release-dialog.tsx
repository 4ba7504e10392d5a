import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = { onClose: () => void; onMade: (id: number) => void };

/** A release without drafts yet. */
export function NewReleaseDialog({ onClose, onMade }: Props) {
  const [name, setName] = useState('');
  const [at, setAt] = useState<string | null>(null);
  const create = useVerb<{ id: number }>(({ id }) => onMade(id));
  return (
    <Dialog title="Новый выпуск" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/releases', { name, publish_at: at });
        }}
      >
        <Field label="Название" error={create.fields.name} hint="Например, «Новый год 2027»">
          {(given) => (
            <input {...given} maxLength={120} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <MomentField
          label="Опубликовать"
          hint="Пустое поле — кнопкой. Время московское"
          value={at}
          onChange={setAt}
          error={create.fields.publish_at}
        />
        <Problem words={Object.keys(create.fields).length > 0 ? null : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Завести выпуск
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
