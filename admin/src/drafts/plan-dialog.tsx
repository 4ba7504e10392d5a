import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { WaitingDraft } from './waiting-draft.ts';

type Props = { path: string; draft: WaitingDraft; onClose: () => void; onDone: () => void };

/** When a draft is published by itself; the moment may be taken away again. */
export function PlanDialog({ path, draft, onClose, onDone }: Props) {
  const [at, setAt] = useState(draft.publish_at);
  const plan = useVerb(() => {
    onClose();
    onDone();
  });
  const put = (publish_at: string | null) => plan.run(`${path}/plan`, { version: draft.version, publish_at });
  const error = plan.fields.publish_at;
  return (
    <Dialog title="Когда опубликовать черновик" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          put(at);
        }}
      >
        <MomentField label="День и время" hint="По московским часам" value={at} onChange={setAt} error={error} />
        <Problem words={error ? null : plan.problem} />
        <div className="form-actions">
          {draft.publish_at ? (
            <Button disabled={plan.isBusy} onClick={() => put(null)}>
              Снять время
            </Button>
          ) : (
            <Button onClick={onClose}>Закрыть</Button>
          )}
          <Button kind="primary" type="submit" isBusy={plan.isBusy} disabled={at === null}>
            Назначить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
