import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { demandRules } from '#shared/demand-causes.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { type Lost, lossName } from './loss-way.tsx';

type Props = { loss: Lost & { department_id_1c: string; branch: string }; onClose: () => void };

/** What was done about a loss, in a line of one's own. */
export function MeasureDialog({ loss, onClose }: Props) {
  const { department_id_1c, product_id, name, branch } = loss;
  const [what, setWhat] = useState('');
  const queries = useQueryClient();
  const take = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  const words = product_id === null ? name : null;
  return (
    <Dialog title="Что сделали" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          take.run('/api/admin/loss-measures', { department_id_1c, product_id, words, what });
        }}
      >
        <p>
          <b>{lossName(loss)}</b>, {branch}
        </p>
        <Field
          label="Что сделали"
          error={take.fields.what}
          hint="Например: заказали 40 мешков, назначили аналог, завели синоним"
        >
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={200}
              value={what}
              onChange={({ target }) => setWhat(target.value)}
            />
          )}
        </Field>
        <p className="soft">
          Через {countOf(demandRules.measured_days, 'день', 'дня', 'дней')} на вкладке «Что сделали» будет видно,
          сколько теряли до этого и сколько после.
        </p>
        <Problem words={Object.keys(take.fields).length > 0 ? null : take.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={take.isBusy}>
            Отметить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
