import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../session/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

/** Price tags of the marked goods to be printed, with the prices of the chosen branch; where none is, it is asked. */
export function PriceTagsLink({ ids, className }: { ids: readonly number[]; className: string }) {
  const { me } = useSession();
  const chosen = useSearchParams()[0].get('branch');
  const [isAsking, setAsking] = useState(false);
  const [picked, setPicked] = useState(me.branches[0]?.id_1c ?? '');
  const only = me.branches.length === 1 ? me.branches[0]?.id_1c : undefined;
  const branch = chosen ?? only;
  if (branch) return <Link ids={ids} branch={branch} className={className} />;
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        Ценники
      </button>
      {isAsking ? (
        <Dialog title="Ценники" onClose={() => setAsking(false)}>
          <div className="form">
            <Field label="Филиал" hint="На ценниках стоят его цены и адрес">
              {(given) => (
                <select {...given} value={picked} onChange={({ target }) => setPicked(target.value)}>
                  {me.branches.map(({ id_1c: id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <p className="form-actions">
              <Link ids={ids} branch={picked} className="btn btn-primary" />
              <Button onClick={() => setAsking(false)}>Закрыть</Button>
            </p>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function Link({ ids, branch, className }: { ids: readonly number[]; branch: string; className: string }) {
  const query = new URLSearchParams({ ids: ids.join(','), branch });
  return (
    <a className={className} href={`/api/admin/price-tags?${query}`} target="_blank" rel="noreferrer">
      Ценники, PDF
    </a>
  );
}
