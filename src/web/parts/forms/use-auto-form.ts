import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FormValues, fieldNames, ownFields, rulesOfForm } from '#modules/forms/schema.ts';
import { formMessageCloseMs } from '#shared/constants.ts';
import { isContentOf } from '#shared/file-content.ts';
import { uploadTypeOf, uploadWords } from '#shared/upload-rules.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { forgetDraft, isTyped, keepDraft, restoreDraft } from './draft.ts';
import { type FormView, type SentForm, takenWords } from './form-view.ts';
import { useOwnFields } from './own-fields.tsx';
import { sendForm } from './send-form.ts';
import { useFormCheck } from './use-form-check.ts';

type Options = {
  id: string;
  answer: SentForm | null;
  formKey: string;
  page?: string | undefined;
  onDone?: (() => void) | undefined;
};

type Result = { kind: 'ok' | 'err'; words: string };

/** A ready-made form at work: judged, kept as a draft, sent, its result shown for 3 s (S9-05). */
export function useAutoForm(view: FormView, { id, answer, formKey, page, onDone }: Options) {
  const { schema } = view;
  const own = useOwnFields(view, formKey);
  const [notice, setNotice] = useState(answer);
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<number | null>(null);
  const first = Object.fromEntries(fieldNames(schema).map((name) => [name, schema.fields[name]?.value ?? '']));
  const check = useFormCheck(rulesOfForm(schema), notice, {
    prefix: `${id}-`,
    values: { ...first, ...view.values },
    later: contentProblem,
  });
  const draft = useDraft(view, check.form.ref, answer === null);
  useFollowed(check.form.ref, view.values);

  useEffect(() => {
    if (!result) return;
    // The pressed button has nothing more to send, and in a dialog it is gone.
    if (result.kind === 'ok') check.form.ref.current?.querySelector<HTMLElement>('.autoform__result')?.focus();
    const timer = setTimeout(() => {
      setResult(null);
      if (result.kind === 'ok') onDone?.();
    }, formMessageCloseMs);
    return () => clearTimeout(timer);
  }, [result, onDone, check.form.ref]);

  function show(reported: SentForm): void {
    if (reported.stamp) own.renew(reported.stamp);
    if (reported.sent) return;
    setNotice(reported);
    if (reported.error) setResult({ kind: 'err', words: reported.error });
  }

  function taken(number: number): void {
    draft.forget();
    if (schema.goals?.sent) reachGoal(schema.goals.sent);
    check.form.ref.current?.reset();
    own.next();
    check.forget();
    setNotice(null);
    setLast(number);
    setResult({ kind: 'ok', words: takenWords(schema, number) });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    if (isBusy) return;
    setBusy(true);
    setResult(null);
    const broken = await check.judgeAll();
    if (Object.keys(broken).length > 0) return setBusy(false);
    await own.pause();
    const data = new FormData(sent);
    for (const [name, value] of Object.entries(own.fields())) data.set(name, value);
    data.set(ownFields.page, page ?? window.location.pathname + window.location.search);
    const reported = await sendForm(schema.code, data);
    setBusy(false);
    show(reported);
    if (reported.sent) taken(reported.sent.number);
  }

  return { check, notice, result, isBusy, last, submit, keepDraft: draft.keep };
}

/** A value that the page changes stands in its field as if the form had come with it; others keep what was typed. */
function useFollowed(form: React.RefObject<HTMLFormElement | null>, values: FormValues) {
  const before = useRef(values);
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = before.current[name] === value ? null : form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
      if (!(field instanceof HTMLSelectElement)) continue;
      for (const option of field.options) option.defaultSelected = option.value === value;
      field.value = value;
    }
    before.current = values;
  }, [values, form]);
}

/** What was typed is kept in this tab until it is taken, and put back where nothing was typed yet. */
function useDraft({ schema, about }: FormView, form: React.RefObject<HTMLFormElement | null>, isFresh: boolean) {
  const names = fieldNames(schema);
  const keep = () => form.current && keepDraft(schema.code, about?.about, form.current, names);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (!form.current || !isFresh) return;
    if (isTyped(form.current, names)) keep();
    else restoreDraft(schema.code, about?.about, form.current, names);
  }, []);
  return { keep, forget: () => forgetDraft(schema.code, about?.about) };
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
