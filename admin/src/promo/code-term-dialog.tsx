import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = {
  code: { id: string; state: 'running' | 'ended'; ends_at: string | null };
  onClose: () => void;
  onDone: () => void;
};

/** Until when a campaign's code leads somewhere; one that was ended leads there again. */
export function CodeTermDialog({ code: { id, state, ends_at: before }, onClose, onDone }: Props) {
  const isEnded = state === 'ended';
  const [endsAt, setEndsAt] = useState<unknown>(isEnded ? null : before);
  const save = useVerb(onDone);
  return (
    <Dialog title={isEnded ? `Включить снова код ${id}` : `Срок кода ${id}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.run(`/api/admin/campaign-codes/${id}/resume`, { ends_at: endsAt });
        }}
      >
        <MomentField
          label="Конец"
          hint="Пустое поле — без срока. Время московское"
          value={endsAt}
          onChange={setEndsAt}
          error={save.fields.ends_at}
        />
        <Problem words={save.fields.ends_at ? null : save.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            {isEnded ? 'Включить снова' : 'Сохранить'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
