import './forms.css';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  consentFields,
  type FormFiles,
  type FormSchema,
  type FormValues,
  fieldNames,
  formSchemaProblems,
  ownFields,
  takesFiles,
} from '#modules/forms/schema.ts';
import { formMessageCloseMs } from '#shared/constants.ts';
import { isContentOf } from '#shared/file-content.ts';
import { uploadTypeOf, uploadWords } from '#shared/upload-rules.ts';
import { formUrl, infoUrl } from '#shared/urls.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { Tick } from '#web/ui/choice.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { forgetDraft, isTyped, keepDraft, restoreDraft } from './draft.ts';
import { FormField, Required } from './form-field.tsx';
import type { FormAnswer, FormView } from './form-view.ts';
import { sendForm } from './send-form.ts';
import { type FieldState, type Problems, useFormCheck } from './use-form-check.ts';

type AutoFormProps = {
  form: FormView;
  /** Begins the ids of its fields, where the same form stands on a page twice. */
  id?: string;
  /** What the server answered to the page without JavaScript. */
  answer?: FormAnswer | null;
  /** Names one filling, on a page that is made for one visitor; else the browser makes it. */
  formKey?: string;
  /** The page it counts as sent from, where that is not the page it stands on. */
  page?: string;
  /** In a dialog: the result stands instead of the form, and when its box has closed this is called. */
  onDone?: () => void;
};

type Result = { kind: 'ok' | 'err'; words: string };

/**
 * A form drawn from its schema (S3-09). Without JavaScript it is sent to the form's own page; with it the answer is shown here, in a box that
 * closes after 3 s (S2-45, S9-05).
 */
export function AutoForm({ form, id = form.schema.code, answer = null, formKey = '', page, onDone }: AutoFormProps) {
  const { schema, about } = form;
  const element = useRef<HTMLFormElement>(null);
  const own = useOwnFields(form, formKey);
  const [told, setTold] = useState(answer);
  const [result, setResult] = useState<Result | null>(null);
  const [isSummarised, setSummarised] = useState(answer !== null);
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<number | null>(null);
  const check = useFormCheck(told, (data, element) => problemsOf(schema, data, element), contentProblem);
  const names = fieldNames(schema);
  const allNames = [...names, ...Object.keys(consentFields)];
  const idOf = (name: string) => `${id}-${name}`;
  const values: FormValues = { ...form.values, ...answer?.values };
  const firstBroken = answer ? allNames.find((name) => answer.errors[name]) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const typed = element.current;
    if (!typed || answer) return;
    if (isTyped(typed, names)) keepDraft(schema.code, about?.about, typed, names);
    else restoreDraft(schema.code, about?.about, typed, names);
  }, []);
  useEffect(() => {
    if (!result) return;
    // The pressed button has nothing more to send, and in a dialog it is gone.
    if (result.kind === 'ok') element.current?.querySelector<HTMLElement>('.autoform__result')?.focus();
    const timer = setTimeout(() => {
      setResult(null);
      if (result.kind === 'ok') onDone?.();
    }, formMessageCloseMs);
    return () => clearTimeout(timer);
  }, [result, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    if (isBusy) return;
    setBusy(true);
    setResult(null);
    const broken = await check.judgeAll(sent, allNames);
    setSummarised(true);
    const first = allNames.find((name) => broken[name]);
    if (first) {
      setBusy(false);
      focusField(sent, first);
      return;
    }
    await own.pause();
    const data = new FormData(sent);
    for (const [name, value] of Object.entries(own.fields())) data.set(name, value);
    data.set(ownFields.page, page ?? window.location.pathname + window.location.search);
    const said = await sendForm(schema.code, data);
    setBusy(false);
    if (said.stamp) own.renew(said.stamp);
    if (!said.sent) {
      setTold(said);
      const firstSaid = allNames.find((name) => said.errors[name]);
      if (firstSaid) focusField(sent, firstSaid);
      if (said.error) setResult({ kind: 'err', words: said.error });
      return;
    }
    forgetDraft(schema.code, about?.about);
    if (schema.goals?.sent) reachGoal(schema.goals.sent);
    sent.reset();
    own.next();
    check.forget();
    setTold(null);
    setSummarised(false);
    setLast(said.sent.number);
    setResult({ kind: 'ok', words: takenWords(schema, said.sent.number) });
  }

  const draft = () => element.current && keepDraft(schema.code, about?.about, element.current, names);
  return (
    <form
      ref={element}
      className={onDone && result?.kind === 'ok' ? 'autoform is-taken' : 'autoform'}
      method="post"
      action={formUrl(schema.code, about?.about)}
      encType={takesFiles(schema) ? 'multipart/form-data' : undefined}
      noValidate
      aria-label={schema.name}
      aria-busy={isBusy}
      {...check.handlers}
      onInput={(event) => {
        check.handlers.onInput(event);
        draft();
      }}
      onSubmit={submit}
    >
      {about ? <p className="autoform__about">{about.title}</p> : null}
      <ErrorSummary broken={isSummarised ? brokenFields(schema, check.errors, idOf) : []} />
      {names.map((name) => (
        <div
          key={name}
          className="autoform__field"
          data-field={name}
          data-state={stateWords(check.fields[name], isBusy)}
        >
          <FormField
            id={idOf(name)}
            name={name}
            shape={schema.fields[name]!}
            value={values[name] ?? schema.fields[name]!.value ?? ''}
            error={check.errors[name] ?? null}
            autoFocus={name === firstBroken}
          />
        </div>
      ))}
      <Consents idOf={idOf} values={answer?.values ?? {}} errors={check.errors} />
      <OwnFields form={form} formKey={formKey} page={page} />
      <div className="autoform__result" role="status" tabIndex={-1}>
        {result?.kind === 'ok' ? <Note kind="ok">{result.words}</Note> : null}
        {!result && last !== null ? <p className="small soft">Вы отправили заявку № {last}.</p> : null}
      </div>
      <div role="alert">
        {result?.kind === 'err' ? <Note kind="err">{result.words}</Note> : null}
        {!result && answer?.error && told === answer ? <Note kind="err">{answer.error}</Note> : null}
      </div>
      <button type="submit" className="btn btn--primary btn--lg autoform__send" aria-busy={isBusy}>
        {isBusy ? <span className="spin" aria-hidden="true" /> : null}
        {schema.button ?? 'Отправить'}
      </button>
    </form>
  );
}

/** «Заявка № 30012 принята. …» */
export function takenWords({ sent }: FormSchema, number: number): string {
  return [`Заявка № ${number} принята.`, sent].filter(Boolean).join(' ');
}

/** The engine's own fields in the browser: the stamp, a key for each filling, and how long the form has stood here. */
function useOwnFields({ stamp, least_ms }: FormView, formKey: string) {
  const shown = useRef(0);
  const current = useRef({ stamp, key: formKey });
  useEffect(() => {
    shown.current = performance.now();
  }, []);
  return {
    fields: () => {
      current.current.key ||= crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      return { [ownFields.stamp]: current.current.stamp, [ownFields.key]: current.current.key };
    },
    /** Whoever's browser fills everything in at once is not taken for a program: the rest of the least time is waited out here. */
    pause: () => new Promise((go) => setTimeout(go, Math.max(0, least_ms - (performance.now() - shown.current)))),
    renew: (stamp: string) => {
      current.current.stamp = stamp;
      shown.current = performance.now();
    },
    next: () => {
      current.current.key = '';
    },
  };
}

function OwnFields({ form, formKey, page }: { form: FormView; formKey: string; page?: string | undefined }) {
  return (
    <>
      <input type="hidden" name={ownFields.stamp} value={form.stamp} />
      <input type="hidden" name={ownFields.key} value={formKey} />
      {form.about ? <input type="hidden" name={ownFields.about} value={form.about.about} /> : null}
      {page ? <input type="hidden" name={ownFields.page} value={page} /> : null}
      {/* People neither see nor reach it; programs fill it in. */}
      <div className="autoform__trap" aria-hidden="true">
        <label>
          Не заполняйте это поле
          <input type="text" name={ownFields.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

type ConsentsProps = { idOf: (name: string) => string; values: FormValues; errors: Problems };

/** Two ticks, because one consent must not hang on the other; neither is set for anybody. */
function Consents({ idOf, values, errors }: ConsentsProps) {
  const shared = (name: keyof typeof consentFields) => ({
    id: idOf(name),
    name,
    value: '1',
    defaultChecked: Boolean(values[name]),
    error: errors[name] ?? null,
  });
  return (
    <div className="autoform__consents">
      <Tick {...shared('consent_personal_data')} aria-required>
        Согласен на{' '}
        <a className="link" href={infoUrl('consent-personal-data')} target="_blank" rel="noreferrer">
          обработку персональных данных
        </a>{' '}
        для этой заявки
        <Required />
      </Tick>
      <Tick {...shared('consent_advertising')}>
        Хочу получать{' '}
        <a className="link" href={infoUrl('consent-advertising')} target="_blank" rel="noreferrer">
          рекламные сообщения
        </a>{' '}
        о скидках
      </Tick>
    </div>
  );
}

function brokenFields(schema: FormSchema, errors: Problems, idOf: (name: string) => string) {
  return [...fieldNames(schema), ...Object.keys(consentFields)]
    .filter((name) => errors[name])
    .map((name) => ({ id: idOf(name), text: schema.fields[name]?.name ?? 'Согласие' }));
}

function problemsOf(schema: FormSchema, data: FormData, element: HTMLFormElement): Problems {
  const values: FormValues = {};
  const files: FormFiles = {};
  for (const [name, value] of data)
    if (typeof value === 'string') values[name] = value;
    else if (value.name !== '' || value.size > 0) files[name] = [...(files[name] ?? []), value];
  // A date typed in part is no value for the browser; it is one that is not valid (S5-05).
  for (const input of element.querySelectorAll<HTMLInputElement>('input[type="date"]'))
    if (input.validity.badInput) values[input.name] = '?';
  return formSchemaProblems(schema, values, files);
}

/** S5-07: the content of chosen files, looked at before they are sent. */
function contentProblem(name: string, data: FormData): Promise<string | null> | null {
  const files = data.getAll(name).filter((file): file is File => file instanceof File && file.name !== '');
  if (files.length === 0) return null;
  return Promise.all(files.map(hasPromisedContent)).then((good) => (good.every(Boolean) ? null : uploadWords.type));
}

async function hasPromisedContent(file: File): Promise<boolean> {
  const type = uploadTypeOf(file.name);
  if (!type) return false;
  try {
    return isContentOf(type, new Uint8Array(await file.arrayBuffer()));
  } catch {
    // It cannot be read here (moved, or taken away since it was chosen): the server will say.
    return true;
  }
}

/** S3-10, as words in `data-state`. */
function stateWords(state: FieldState | undefined, isBusy: boolean): string | undefined {
  const words = Object.entries({ ...state, pending: isBusy || (state?.pending ?? false) }).flatMap(([word, is]) =>
    is ? [word] : [],
  );
  return words.join(' ') || undefined;
}

function focusField(form: HTMLFormElement, name: string) {
  form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}
