import { type ChangeEvent, type FocusEvent, type FormEvent, useState } from 'react';
import { afterPress } from '../cart/after-press.ts';
import type { FormAnswer } from './form-answer.ts';

export type Problems = Record<string, string | undefined>;

/**
 * The rules of a form run in the browser too (S5-05, S5-11): when a field is left or a choice is made, and for all fields before sending
 * (S4-18). `check` reads the form as it stands; what the server said stands until the field is touched again.
 */
export function useFormCheck(answer: FormAnswer | null, check: (form: FormData) => Problems) {
  const [seen, setSeen] = useState(answer);
  const [touched, setTouched] = useState<Problems>({});
  if (seen !== answer) {
    setSeen(answer);
    setTouched({});
  }
  const errors: Problems = { ...answer?.errors, ...touched };

  function judge(form: HTMLFormElement, name: string) {
    if (name) setTouched((before) => ({ ...before, [name]: check(new FormData(form))[name] }));
  }

  return {
    errors,
    onBlur({ currentTarget, target }: FocusEvent<HTMLFormElement>) {
      const { name, type } = target as unknown as HTMLInputElement;
      if (type !== 'submit' && type !== 'radio') afterPress(() => judge(currentTarget, name));
    },
    onChange({ currentTarget, target }: ChangeEvent<HTMLFormElement>) {
      const { name, type, tagName } = target as unknown as HTMLInputElement;
      if (tagName === 'SELECT' || type === 'checkbox' || type === 'file' || type === 'radio')
        judge(currentTarget, name);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (submitter?.hasAttribute('formnovalidate')) return;
      const problems = check(new FormData(form));
      setTouched(problems);
      const first = Object.keys(problems).find((name) => problems[name]);
      if (!first) return;
      event.preventDefault();
      form.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
    },
  };
}
