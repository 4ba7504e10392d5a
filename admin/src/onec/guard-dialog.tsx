import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Node } from './nodes-page.tsx';

type Props = { node: Node; guard: Node['guards'][number]; onClose: () => void; onDone: () => void };

/** From how many goods on a package waits for a decision. */
export function GuardDialog({ node, guard, onClose, onDone }: Props) {
  const [isOn, setOn] = useState(guard.is_on);
  const [share, setShare] = useState(String(guard.share));
  const [least, setLeast] = useState(String(guard.at_least));
  const [moved, setMoved] = useState(guard.moved === null ? '' : String(guard.moved));
  const verb = useVerb(onDone);
  const counted = guard.guard === 'groups_gone' ? 'групп' : 'товаров';
  return (
    <Dialog title={`Предохранитель: ${guard.title}`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          verb.run(
            `/api/admin/onec-nodes/${node.id}/guards/${guard.guard}`,
            {
              is_on: isOn,
              share: Number(share),
              at_least: Number(least),
              moved: guard.moved === null ? null : Number(moved),
              seen: { is_on: guard.is_on, share: guard.share, at_least: guard.at_least, moved: guard.moved },
            },
            'PUT',
          );
        }}
      >
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
          Проверять
        </label>
        {guard.moved === null ? null : (
          <LineField
            label="Цена меняется больше чем на, %"
            error={verb.fields.moved}
            inputMode="numeric"
            value={moved}
            onChange={setMoved}
          />
        )}
        <LineField
          label={`Больше какой доли ${counted}, %`}
          error={verb.fields.share}
          hint={`Сейчас: ${guard.words}`}
          inputMode="numeric"
          value={share}
          onChange={setShare}
        />
        <LineField
          label={`И не меньше скольких ${counted}`}
          error={verb.fields.at_least}
          inputMode="numeric"
          value={least}
          onChange={setLeast}
        />
        <Problem words={Object.keys(verb.fields).length > 0 ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
