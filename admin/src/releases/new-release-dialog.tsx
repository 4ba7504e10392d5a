import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
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
        <LineField
          label="Название"
          error={create.fields.name}
          hint="Например, «Новый год 2027»"
          maxLength={120}
          value={name}
          onChange={setName}
        />
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
