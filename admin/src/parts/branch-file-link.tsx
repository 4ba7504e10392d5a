import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../session/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

type Props = {
  /** Of the button that asks for the branch, and of its dialog. */
  title: string;
  /** Of the link that opens the file. */
  label: string;
  /** Why the branch matters. */
  hint: string;
  path: string;
  query: Record<string, string>;
  /** The branch is known by what is printed. */
  isFixed?: boolean;
  className: string;
};

/** A file to be printed that is of one branch: of the chosen one; where none is, it is asked. */
export function BranchFileLink({ title, hint, isFixed = false, className, ...file }: Props) {
  const { me } = useSession();
  const chosen = useSearchParams()[0].get('branch');
  const [isAsking, setAsking] = useState(false);
  const [picked, setPicked] = useState(me.branches[0]?.id_1c ?? '');
  const only = me.branches.length === 1 ? me.branches[0]?.id_1c : undefined;
  const branch = chosen ?? only ?? null;
  if (branch || isFixed) return <Link {...file} branch={branch} className={className} />;
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        {title}
      </button>
      {isAsking ? (
        <Dialog title={title} onClose={() => setAsking(false)}>
          <div className="form">
            <Field label="Филиал" hint={hint}>
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
              <Link {...file} branch={picked} className="btn btn-primary" />
              <Button onClick={() => setAsking(false)}>Закрыть</Button>
            </p>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

type LinkProps = Pick<Props, 'label' | 'path' | 'query' | 'className'> & { branch: string | null };

function Link({ label, path, query, branch, className }: LinkProps) {
  const search = new URLSearchParams({ ...query, ...(branch && { branch }) });
  return (
    <a className={className} href={`${path}?${search}`} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}
