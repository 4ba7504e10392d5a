import { useState } from 'react';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Redirect } from './seo-types.ts';

type Props = {
  redirect?: Redirect;
  /** An address that nobody has, and what it was most likely meant for. */
  from?: string;
  to?: { path: string; label: string } | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Where an old address leads. */
export function RedirectDialog({ redirect, from = '', to, onClose, onDone }: Props) {
  const usual = useUsualBranch();
  const [fromPath, setFromPath] = useState(redirect?.from_path ?? from);
  const [toPath, setToPath] = useState(redirect?.to_path ?? to?.path ?? '');
  const [branch, setBranch] = useState(redirect ? redirect.department_id_1c : usual);
  const [status, setStatus] = useState<number>(redirect?.status ?? 301);
  const save = useVerb(onDone);
  const { fields } = save;
  return (
    <Dialog title={redirect ? 'Перенаправление' : 'Новое перенаправление'} className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.run('/api/admin/redirects', {
            from_path: fromPath,
            to_path: toPath,
            department_id_1c: branch,
            status,
          });
        }}
      >
        <Field label="Откуда" error={fields.from_path} hint="Адрес, которого больше нет: /old/page/">
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={1_000}
              disabled={redirect !== undefined}
              value={fromPath}
              onChange={({ target }) => setFromPath(target.value)}
            />
          )}
        </Field>
        <Field
          label="Куда"
          error={fields.to_path}
          hint={to ? `Похоже на «${to.label}»` : 'Страница этого магазина: /delivery/'}
        >
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={1_000}
              value={toPath}
              onChange={({ target }) => setToPath(target.value)}
            />
          )}
        </Field>
        <div className="form-pair">
          {redirect ? null : (
            <BranchField label="Где" value={branch} onChange={setBranch} error={fields.department_id_1c} />
          )}
          <Field label="На какой срок">
            {(given) => (
              <select {...given} value={status} onChange={({ target }) => setStatus(Number(target.value))}>
                <option value={301}>Навсегда (301)</option>
                <option value={302}>На время (302)</option>
              </select>
            )}
          </Field>
        </div>
        <Problem words={Object.keys(fields).length > 0 ? null : save.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
