import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FormRules, formProblems } from '#shared/form-rules.ts';
import { afterPress } from '#web/ui/after-press.ts';

export type FieldErrors = Partial<Record<string, string>>;

/**
 * A form's fields judged by the rules the server applies again: when a field is left or ticked, never while it is typed into (S5-05), all of
 * them at a submit, where the first broken one takes the focus. `answered` is what the server said; a new answer replaces what stood.
 */
export function useFormCheck(
  rulesOf: (values: Record<string, string>) => FormRules,
  answered: FieldErrors,
  idOf: (name: string) => string = (name) => name,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(answered);
  const firstAnswer = useRef(answered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once
  useEffect(() => {
    if (answered === firstAnswer.current && Object.keys(answered).length === 0) return;
    setErrors(answered);
    focusFirst(answered);
  }, [answered]);

  function valuesNow(): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current ?? undefined)) values[name] = String(value);
    return values;
  }

  function problemsNow(): FieldErrors {
    const values = valuesNow();
    return formProblems(values, rulesOf(values));
  }

  function focusFirst(broken: FieldErrors): void {
    const first = Object.keys(broken)[0];
    if (first) requestAnimationFrame(() => document.getElementById(idOf(first))?.focus());
  }

  const check = (name: string) =>
    afterPress(() => {
      const problem = problemsNow()[name];
      setErrors(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others));
    });

  return {
    form,
    errors,
    valuesNow,
    field: (name: string) => ({
      name,
      id: idOf(name),
      error: errors[name] ?? null,
      onBlur: () => check(name),
    }),
    tick: (name: string) => ({
      name,
      id: idOf(name),
      value: '1',
      error: errors[name] ?? null,
      onChange: () => check(name),
    }),
    /** True when nothing is broken; else the submit is stopped and the first broken field focused. */
    mayGo(event: FormEvent): boolean {
      const problems = problemsNow();
      setErrors(problems);
      if (Object.keys(problems).length === 0) return true;
      event.preventDefault();
      focusFirst(problems);
      return false;
    },
  };
}
