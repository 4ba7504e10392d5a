import './forms.css';
import { fieldNames, takesFiles } from '#modules/forms/schema.ts';
import { unbroken } from '#shared/unbroken.ts';
import { formUrl } from '#shared/urls.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { FormField } from './form-field.tsx';
import type { FormView, SentForm } from './form-view.ts';
import { OwnFields } from './own-fields.tsx';
import { useAutoForm } from './use-auto-form.ts';
import type { FieldState } from './use-form-check.ts';

type AutoFormProps = {
  form: FormView;
  /** Begins the ids of its fields, where the same form stands on a page twice. */
  id?: string;
  /** What the server answered to the page without JavaScript. */
  answer?: SentForm | null;
  /** Names one filling, on a page that is made for one visitor; else the browser makes it. */
  formKey?: string;
  /** The page it counts as sent from, where that is not the page it stands on. */
  page?: string;
  /** In a dialog: the result stands instead of the form, and when its box has closed this is called. */
  onDone?: () => void;
};

/**
 * A form drawn from its schema (S3-09). Without JavaScript it is sent to the form's own page; with it the answer is
 * shown here, in a box that closes after 3 s (S2-45, S9-05).
 */
export function AutoForm({ form, id = form.schema.code, answer = null, formKey = '', page, onDone }: AutoFormProps) {
  const { schema, about } = form;
  const { check, notice, result, isBusy, last, submit, keepDraft } = useAutoForm(form, {
    id,
    answer,
    formKey,
    page,
    onDone,
  });
  return (
    <form
      {...check.form}
      className={onDone && result?.kind === 'ok' ? 'autoform is-taken' : 'autoform'}
      method="post"
      action={formUrl(schema.code, about?.about)}
      encType={takesFiles(schema) ? 'multipart/form-data' : undefined}
      aria-label={schema.name}
      aria-busy={isBusy}
      onInput={(event) => {
        check.form.onInput(event);
        keepDraft();
      }}
      onSubmit={submit}
    >
      {about ? <p className="autoform__about">{unbroken(about.title)}</p> : null}
      <ErrorSummary broken={check.broken.map(({ id, label }) => ({ id, text: label }))} />
      {fieldNames(schema).map((name) => (
        <div
          key={name}
          className="autoform__field"
          data-field={name}
          data-state={stateWords(check.states[name], isBusy)}
        >
          <FormField of={check} name={name} />
        </div>
      ))}
      <div className="autoform__consents">
        <ConsentFields of={check} purpose={` для ${purposeOf(schema)}`} />
      </div>
      <OwnFields form={form} formKey={formKey} page={page} />
      <div className="autoform__result" role="status" tabIndex={-1}>
        {result?.kind === 'ok' ? <Note kind="ok">{result.words}</Note> : null}
        {!result && last !== null ? <p className="small soft">Вы отправили заявку № {last}.</p> : null}
      </div>
      <div role="alert">
        {result?.kind === 'err' ? <Note kind="err">{result.words}</Note> : null}
        {!result && answer?.error && notice === answer ? <Note kind="err">{answer.error}</Note> : null}
      </div>
      <button type="submit" className="btn btn--primary btn--lg autoform__send" aria-busy={isBusy}>
        {isBusy ? <span className="spin" aria-hidden="true" /> : null}
        {schema.button ?? 'Отправить'}
      </button>
    </form>
  );
}

function purposeOf({ code, is_message }: FormView['schema']): string {
  if (code === 'vacancy') return 'этого отклика';
  return is_message ? 'этого обращения' : 'этой заявки';
}

/** S3-10, as words in `data-state`. */
function stateWords(state: FieldState | undefined, isBusy: boolean): string | undefined {
  const words = Object.entries({ ...state, pending: isBusy || (state?.pending ?? false) }).flatMap(([word, is]) =>
    is ? [word] : [],
  );
  return words.join(' ') || undefined;
}
