import { type FieldErrors, type FormRules, formProblems, readForm } from '#shared/form-rules.ts';

/** Every broken field of the form as it stands, with its sentence. */
export function problemsIn(form: HTMLFormElement, rules: FormRules): FieldErrors {
  const { values, files } = readForm(rules, new FormData(form));
  // A date typed in part is no value for the browser; it is one that is not valid (S5-05).
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="date"]'))
    if (input.validity.badInput && input.name in rules) values[input.name] = '?';
  return formProblems(values, rules, files);
}

/** The first of these fields that is broken, in the order of the rules. */
export function firstBroken(errors: FieldErrors, rules: FormRules): string | undefined {
  return Object.keys(rules).find((name) => errors[name]);
}

/** The name of the field that the focus has left for `next`; null for a button, and inside a choice of several. */
export function leftField(target: EventTarget, next: EventTarget | null): string | null {
  const { name, type } = target as HTMLInputElement;
  const isInside = type === 'radio' && (next as HTMLInputElement | null)?.name === name;
  return type === 'submit' || type === 'button' || !name || isInside ? null : name;
}

/** The name of the field in which something was chosen; null for typing, which React calls a change too. */
export function chosenField(target: EventTarget): string | null {
  const { name, type, tagName } = target as HTMLInputElement;
  return tagName === 'SELECT' || ['checkbox', 'file', 'radio'].includes(type) ? name : null;
}

/** Whether something else stands in the field than at first. */
export function isDirty(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Of a choice the chosen one takes the focus. */
export function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  if (!form || !name) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]:not([type="hidden"])`)];
  (fields.find(({ type, checked }) => type === 'radio' && checked) ?? fields[0])?.focus();
}
