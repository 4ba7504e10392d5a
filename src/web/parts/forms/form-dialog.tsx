import { useEffect, useState } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { Popup } from '#web/ui/popup.tsx';
import { AutoForm } from './auto-form.tsx';
import type { FormView } from './form-view.ts';

export type FormDialogProps = {
  /** The form's page with its `about`; null: closed. */
  href: string | null;
  onClose: () => void;
};

/**
 * A form in a dialog (a sheet on mobile), read when it is opened; where it cannot be read, its page is opened instead.
 */
export function FormDialog({ href, onClose }: FormDialogProps) {
  const [shown, setShown] = useState<{ href: string; form: FormView } | null>(null);
  useEffect(() => {
    if (!href) return;
    let isGone = false;
    setShown(null);
    readForm(href).then(
      (form) => {
        if (isGone) return;
        setShown({ href, form });
        if (form.schema.goals?.open) reachGoal(form.schema.goals.open);
      },
      () => !isGone && window.location.assign(href),
    );
    return () => {
      isGone = true;
    };
  }, [href]);
  const schema = shown?.form.schema;
  return (
    <Popup
      id="form-dialog"
      className="dlg formdlg"
      isOpen={href !== null}
      onClose={onClose}
      {...(schema ? { labelledBy: 'form-dialog-title' } : { label: 'Форма' })}
    >
      {shown && schema ? (
        <>
          <h2 id="form-dialog-title">{schema.name}</h2>
          {schema.lead ? <p className="soft formdlg__lead">{unbroken(schema.lead)}</p> : null}
          <AutoForm key={shown.href} id="form-dialog" form={shown.form} onDone={onClose} />
        </>
      ) : (
        <div className="formdlg__wait" role="status">
          <span className="sr">Открываем форму</span>
        </div>
      )}
    </Popup>
  );
}

/** `/forms/callback/?about=…` → the form as data. */
async function readForm(href: string): Promise<FormView> {
  const { pathname, search } = new URL(href);
  const answer = await window.fetch(`${pathname.replace('/forms/', '/_forms/')}${search}`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
