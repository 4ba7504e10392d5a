import { unbroken } from '#shared/unbroken.ts';
import { AutoForm } from './auto-form.tsx';
import type { FormView } from './form-view.ts';

type RequestFormProps = { form: FormView; formKey: string };

/** The form at the end of a page about a card or credit; links of the page lead to #request. */
export function RequestForm({ form, formKey }: RequestFormProps) {
  return (
    <section className="panel" id="request" aria-labelledby="request-title">
      <div className="formpart">
        <h2 id="request-title">{form.schema.name}</h2>
        {form.schema.lead ? <p className="soft">{unbroken(form.schema.lead)}</p> : null}
        <AutoForm form={form} formKey={formKey} />
      </div>
    </section>
  );
}
