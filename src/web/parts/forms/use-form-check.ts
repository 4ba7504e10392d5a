import { type ChangeEvent, type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldValues, FormRules } from '#shared/form-rules.ts';
import { afterPress } from '#web/ui/after-press.ts';
import { chosenField, firstBroken, focusField, isDirty, leftField, problemsIn } from './form-check.ts';

/**
 * The form kit. A form is a schema: fields by name with label, rules and sentences (`shared/form-rules.ts`; what many
 * forms ask stands in `shared/form-fields.ts`), kept by the module that takes the form. It is data, so no library of
 * schemas comes to the browser.
 * - Drawn: `FormField` draws any field of the schema; `PersonFields`, `CardNumberFields`, `ConsentFields` draw those
 *   that are asked together. Where
 *   a page's first script must be small, a field of `ui` takes what `field` says of it.
 * - Checked in the browser: `useFormCheck`; a form without React uses the same `form-check.ts`.
 * - Checked on the server: `checkForm` (`platform/check-form.ts`) reads the sent form by the same schema and refuses
 *   with the same sentences.
 * - Answered: `FormAnswer`, made by `answerForm` or `answerOf`.
 * The ready-made forms of S3-09 (`AutoForm`, `modules/forms`) are schemas kept in a table and turned into this one.
 */
export type FormCheck<Name extends string = string> = {
  rules: FormRules<Name>;
  /** For the form's element. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onInput(event: FormEvent<HTMLFormElement>): void;
    onBlur(event: FocusEvent<HTMLFormElement>): void;
    onChange(event: ChangeEvent<HTMLFormElement> | FormEvent<HTMLFormElement>): void;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
  };
  /** For the field's element; what the form holds at first stands in it. */
  field(name: Name): FieldProps;
  errors: FieldErrors;
  /** Broken fields in their order, once the form was sent: coming and going earlier they would move the page. */
  broken: { id: string; label: string; message: string }[];
  states: Record<string, FieldState>;
  /** Judges every field, as a submit does; resolves with the broken ones, the first of which has the focus. */
  judgeAll(): Promise<FieldErrors>;
  /** Everything is as at first: after the form was taken. */
  forget(): void;
};

export type FieldProps = {
  id: string;
  name: string;
  label: string;
  required: boolean;
  error: string | null;
  defaultValue: string | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
};

/** S3-10: what a form knows of each of its fields. */
export type FieldState = {
  /** It was left, or the form was sent. */
  touched: boolean;
  /** Something else stands in it than at first. */
  dirty: boolean;
  valid: boolean;
  /** Being looked at (the content of a file), or on its way to the server. */
  pending: boolean;
  /** Judged at least once. */
  validated: boolean;
};

const untouched: FieldState = { touched: false, dirty: false, valid: false, pending: false, validated: false };

type Answered = { errors?: FieldErrors; values?: FieldValues } | null | undefined;

type Options = {
  /** Begins the ids of the fields, where a form stands beside others. */
  prefix?: string;
  /** What stands in the fields at first; what was sent and refused stands there instead. */
  values?: FieldValues | undefined;
  /** What of a field takes time to judge; null: nothing. */
  later?: (name: string, form: FormData) => Promise<string | null> | null;
};

/**
 * The rules of a form run in the browser (S5-05, S5-11): when a field is left or a choice is made, never while it is
 * typed into, and for all fields before sending (S4-18), where the first broken one takes the focus. What the server
 * said in `answer` stands until the field is touched again.
 */
export function useFormCheck<Name extends string>(
  rules: FormRules<Name>,
  answer: Answered,
  { prefix = '', values, later }: Options = {},
): FormCheck<Name> {
  const form = useRef<HTMLFormElement>(null);
  const { problems, setProblems, states, setStates, note, judge } = useJudging(form, rules, later);
  const [seen, setSeen] = useState(answer);
  const [isSent, setSent] = useState(Boolean(answer?.errors));
  // Without JavaScript the first broken field takes the focus so.
  const [focused] = useState(() => firstBroken(answer?.errors ?? {}, rules));
  if (seen !== answer) {
    setSeen(answer);
    setProblems({});
    if (answer?.errors) setSent(true);
  }
  useFocusOnAnswer(form, answer, rules);
  const errors: FieldErrors = { ...answer?.errors, ...problems };
  const typed = { ...values, ...answer?.values };
  const idOf = (name: string) => prefix + name;

  return {
    rules,
    errors,
    states,
    async judgeAll() {
      if (!form.current) return {};
      setSent(true);
      const found = problemsIn(form.current, rules);
      const judged = Object.keys(rules).map(async (name) => {
        note(name, { touched: true });
        return [name, await judge(name, found)] as const;
      });
      const broken = Object.fromEntries((await Promise.all(judged)).filter(([, problem]) => problem)) as FieldErrors;
      focusField(form.current, firstBroken(broken, rules));
      return broken;
    },
    broken: isSent ? brokenFields(errors, rules, idOf) : [],
    forget() {
      setProblems({});
      setStates({});
      setSent(false);
    },
    field: (name) => ({
      ...drawnOf(rules, name),
      id: idOf(name),
      name,
      error: errors[name] ?? null,
      defaultValue: typed[name],
      ...(name === focused && { autoFocus: true }),
    }),
    form: {
      ref: form,
      noValidate: true,
      onInput({ target }) {
        const field = target as HTMLInputElement;
        if (field.name in rules) note(field.name, { dirty: isDirty(field) });
      },
      onBlur({ target, relatedTarget }) {
        const name = leftField(target, relatedTarget);
        if (!name || !(name in rules)) return;
        note(name, { touched: true });
        afterPress(() => judge(name));
      },
      onChange({ target }) {
        const name = chosenField(target);
        if (name) judge(name);
      },
      onSubmit(event) {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (!form.current || submitter?.hasAttribute('formnovalidate')) return;
        setSent(true);
        const found = problemsIn(form.current, rules);
        setProblems(found);
        const first = firstBroken(found, rules);
        if (!first) return;
        event.preventDefault();
        focusField(form.current, first);
      },
    },
  };
}

/**
 * What the rules say of each field, and what the form knows of it (S3-10). Of two judgements of a field the later one
 * counts.
 */
function useJudging(form: RefObject<HTMLFormElement | null>, rules: FormRules, later: Options['later']) {
  const rounds = useRef<Record<string, number>>({});
  const [problems, setProblems] = useState<FieldErrors>({});
  const [states, setStates] = useState<Record<string, FieldState>>({});

  function note(name: string, what: Partial<FieldState>) {
    setStates((before) => ({ ...before, [name]: { ...untouched, ...before[name], ...what } }));
  }

  function settle(name: string, problem: string | null | undefined) {
    setProblems((before) => ({ ...before, [name]: problem ?? undefined }));
    note(name, { validated: true, pending: false, valid: !problem });
  }

  async function judge(name: string, found = form.current ? problemsIn(form.current, rules) : {}) {
    if (!form.current || !(name in rules)) return null;
    const round = (rounds.current[name] ?? 0) + 1;
    rounds.current[name] = round;
    const waiting = found[name] ? null : later?.(name, new FormData(form.current));
    if (!waiting) {
      settle(name, found[name]);
      return found[name] ?? null;
    }
    note(name, { pending: true });
    const problem = await waiting;
    if (rounds.current[name] === round) settle(name, problem);
    return problem;
  }

  return { problems, setProblems, states, setStates, note, judge };
}

/** What the server refused is where the visitor goes on; an answer the page came with has its focus from the markup. */
function useFocusOnAnswer(form: RefObject<HTMLFormElement | null>, answer: Answered, rules: FormRules): void {
  const first = useRef(answer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer once
  useEffect(() => {
    if (answer === first.current) return;
    first.current = undefined;
    focusField(form.current, firstBroken(answer?.errors ?? {}, rules));
  }, [answer]);
}

/** What is too long is said, not cut off while it is typed or pasted: the field has no `maxLength` of its own. */
function drawnOf<Name extends string>(rules: FormRules<Name>, name: Name) {
  const { label, required = false, hint, placeholder, autoComplete } = rules[name] ?? { label: name };
  return {
    label,
    required,
    ...(hint && { hint }),
    ...(placeholder && { placeholder }),
    ...(autoComplete && { autoComplete }),
  };
}

function brokenFields(errors: FieldErrors, rules: FormRules, idOf: (name: string) => string) {
  return Object.entries(rules).flatMap(([name, field]) => {
    const message = errors[name];
    return message && field ? [{ id: idOf(name), label: field.label, message }] : [];
  });
}
