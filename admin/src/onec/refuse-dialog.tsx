import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = { path: string; onClose: () => void; onDone: () => void };

/** «Отклонить»: nothing of the package is taken; 1C reads why. */
export function RefuseDialog({ path, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const verb = useVerb(onDone);
  return (
    <Dialog title="Отклонить пакет" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          verb.run(`${path}/refuse`, { reason });
        }}
      >
        <Field label="Причина" error={verb.fields.reason} hint="Её прочтут в списке пакетов и в журнале 1С">
          {(given) => (
            <textarea {...given} rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
          )}
        </Field>
        <Problem words={verb.fields.reason ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Не отклонять</Button>
          <Button kind="danger" type="submit" isBusy={verb.isBusy}>
            Отклонить пакет
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
