import { useState } from 'react';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { useRecord } from '../record/use-record.ts';
import type { FieldWords } from '../record/values.ts';
import type { Redirect } from './seo-types.ts';

type Props = {
  redirect?: Redirect;
  /** An address that nobody has, and what it was most likely meant for. */
  from?: string;
  to?: { path: string; label: string } | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Where an old address leads: a new redirect, or one there is. */
export function RedirectDialog({ redirect, onDone, ...props }: Props) {
  if (redirect)
    return (
      <Dialog title="Перенаправление" className="dialog-wide" onClose={onDone}>
        <KnownRedirect redirect={redirect} />
      </Dialog>
    );
  return (
    <Dialog title="Новое перенаправление" className="dialog-wide" onClose={props.onClose}>
      <NewRedirect {...props} onDone={onDone} />
    </Dialog>
  );
}

function NewRedirect({ from = '', to, onClose, onDone }: Omit<Props, 'redirect'>) {
  const usual = useUsualBranch();
  const [fromPath, setFromPath] = useState(from);
  const [toPath, setToPath] = useState(to?.path ?? '');
  const [branch, setBranch] = useState(usual);
  const [status, setStatus] = useState(301);
  const save = useVerb(onDone);
  const { fields } = save;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = { from_path: fromPath, to_path: toPath, department_id_1c: branch, status };
        save.run('/api/admin/redirects', typed);
      }}
    >
      <LineField
        label="Откуда"
        error={fields.from_path}
        hint="Адрес, которого больше нет: /old/page/"
        maxLength={1_000}
        value={fromPath}
        onChange={setFromPath}
      />
      <ToPath value={toPath} error={fields.to_path} hint={to && `Похоже на «${to.label}»`} onChange={setToPath} />
      <div className="form-pair">
        <BranchField label="Где" value={branch} onChange={setBranch} error={fields.department_id_1c} />
        <Status value={status} onChange={setStatus} />
      </div>
      <Problem words={Object.keys(fields).length > 0 ? null : save.problem} />
      <div className="form-actions">
        <Button onClick={onClose}>Закрыть</Button>
        <Button kind="primary" type="submit" isBusy={save.isBusy}>
          Сохранить
        </Button>
      </div>
    </form>
  );
}

const words: FieldWords = {
  to_path: 'Куда',
  status: { label: 'На какой срок', show: (status) => (status === 302 ? 'на время (302)' : 'навсегда (301)') },
};

function KnownRedirect({ redirect: { id, from_path: from } }: { redirect: Redirect }) {
  const form = useRecord<Redirect>(`/api/admin/redirects/${id}`, ({ to_path, status }) => ({ to_path, status }));
  if (!form.body)
    return form.loadError ? (
      <LoadFailure error={form.loadError} retry={form.reload} />
    ) : (
      <Skeleton rows={3} height={56} />
    );
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <Field label="Откуда">{(given) => <input {...given} value={from} disabled />}</Field>
      <ToPath
        value={String(form.fields.to_path ?? '')}
        error={form.errors.to_path}
        onChange={(path) => form.set('to_path', path)}
      />
      <Status value={Number(form.fields.status)} onChange={(status) => form.set('status', status)} />
      <SaveBar form={form} />
      {form.clash ? <ClashDialog clash={form.clash} words={words} mine={form.fields} settle={form.settle} /> : null}
    </form>
  );
}

type ToPathProps = {
  value: string;
  error: string | undefined;
  hint?: string | undefined;
  onChange: (path: string) => void;
};

function ToPath({ value, error, hint = 'Страница этого магазина: /delivery/', onChange }: ToPathProps) {
  return <LineField label="Куда" error={error} hint={hint} maxLength={1_000} value={value} onChange={onChange} />;
}

function Status({ value, onChange }: { value: number; onChange: (status: number) => void }) {
  return (
    <Field label="На какой срок">
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => onChange(Number(target.value))}>
          <option value={301}>Навсегда (301)</option>
          <option value={302}>На время (302)</option>
        </select>
      )}
    </Field>
  );
}
