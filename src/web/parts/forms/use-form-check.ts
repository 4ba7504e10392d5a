import { type ChangeEvent, type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { afterPress } from '#web/ui/after-press.ts';

export type Problems = Record<string, string | undefined>;

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

type Answered = { errors?: Record<string, string> } | null;

/** Every broken field: `form` is what it holds now, `element` where what it does not hold can be seen (a half-typed date). */
type Check = (form: FormData, element: HTMLFormElement) => Problems;

/** What of a field takes time to judge; null: nothing. */
type CheckLater = (name: string, form: FormData) => Promise<string | null> | null;

/**
 * The rules of a form run in the browser too (S5-05, S5-11): when a field is left or a choice is made, never while it is typed into, and for
 * all fields before sending (S4-18), where the first broken one takes the focus. `check` reads the form as it stands, `later` what takes
 * time; what the server said in `answer` stands until the field is touched again.
 */
export function useFormCheck(answer: Answered, check: Check, later?: CheckLater) {
  const [seen, setSeen] = useState(answer);
  const [problems, setProblems] = useState<Problems>({});
  const [fields, setFields] = useState<Record<string, FieldState>>({});
  const rounds = useRef<Record<string, number>>({});
  if (seen !== answer) {
    setSeen(answer);
    setProblems({});
  }
  const errors: Problems = { ...answer?.errors, ...problems };

  function note(name: string, what: Partial<FieldState>) {
    setFields((before) => ({ ...before, [name]: { ...untouched, ...before[name], ...what } }));
  }

  function settle(name: string, problem: string | undefined | null) {
    setProblems((before) => ({ ...before, [name]: problem ?? undefined }));
    note(name, { validated: true, pending: false, valid: !problem });
  }

  async function judge(form: HTMLFormElement, name: string, given?: FormData): Promise<string | null> {
    if (!name) return null;
    const data = given ?? new FormData(form);
    const round = (rounds.current[name] ?? 0) + 1;
    rounds.current[name] = round;
    const problem = check(data, form)[name];
    const waiting = problem ? null : later?.(name, data);
    if (!waiting) {
      settle(name, problem);
      return problem ?? null;
    }
    note(name, { pending: true });
    const found = await waiting;
    if (rounds.current[name] === round) settle(name, found);
    return found;
  }

  /** S4-18: touches and judges these fields; the broken ones with their words. */
  async function judgeAll(form: HTMLFormElement, names: string[]): Promise<Problems> {
    const data = new FormData(form);
    for (const name of names) note(name, { touched: true });
    const found: Problems = {};
    for (const [name, problem] of await Promise.all(
      names.map(async (name) => [name, await judge(form, name, data)] as const),
    ))
      if (problem) found[name] = problem;
    return found;
  }

  return {
    errors,
    fields,
    judgeAll,
    /** Everything is as at first: after the form was taken. */
    forget() {
      setProblems({});
      setFields({});
    },
    handlers: {
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const input = target as HTMLInputElement;
        if (input.name) note(input.name, { dirty: isDirty(input) });
      },
      onBlur({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>) {
        const { name, type } = target as unknown as HTMLInputElement;
        // A choice of several is left when the focus leaves all of them.
        const isInside = type === 'radio' && (relatedTarget as HTMLInputElement | null)?.name === name;
        if (type === 'submit' || type === 'button' || !name || isInside) return;
        note(name, { touched: true });
        afterPress(() => judge(currentTarget, name));
      },
      onChange({ currentTarget, target }: ChangeEvent<HTMLFormElement>) {
        const { name, type, tagName } = target as unknown as HTMLInputElement;
        // React calls every keystroke a change; these are changes of the browser's own kind.
        if (tagName === 'SELECT' || ['checkbox', 'file', 'radio'].includes(type)) judge(currentTarget, name);
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const form = event.currentTarget;
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.hasAttribute('formnovalidate')) return;
        const found = check(new FormData(form), form);
        setProblems(found);
        const first = Object.keys(found).find((name) => found[name]);
        if (!first) return;
        event.preventDefault();
        form.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
      },
    },
  };
}

function isDirty(input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (input instanceof HTMLSelectElement)
    return [...input.options].some((option) => option.selected !== option.defaultSelected);
  if (input.type === 'checkbox' || input.type === 'radio')
    return (input as HTMLInputElement).checked !== (input as HTMLInputElement).defaultChecked;
  return input.value !== input.defaultValue;
}
