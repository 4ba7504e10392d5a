/**
 * What was typed into a form, kept in this tab: a reload or a failed sending loses nothing. Files cannot be kept,
 * consents are given again. The session's storage, not the local one: on a shared computer it ends with the tab.
 */
type Draft = Record<string, string>;

const keyOf = (code: string, about: string | undefined) => `form_draft ${code} ${about ?? ''}`;

export function keepDraft(code: string, about: string | undefined, form: HTMLFormElement, names: string[]): void {
  const data = new FormData(form);
  const draft: Draft = {};
  for (const name of names) {
    const value = data.get(name);
    if (typeof value === 'string' && !isAsGiven(form.elements.namedItem(name))) draft[name] = value;
  }
  quietly(() => sessionStorage.setItem(keyOf(code, about), JSON.stringify(draft)));
}

/** What the page itself wrote in is another one on another page. */
function isAsGiven(field: Element | RadioNodeList | null): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected ?? false;
  if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue;
  return field instanceof HTMLInputElement && field.type !== 'checkbox' && field.value === field.defaultValue;
}

export function forgetDraft(code: string, about: string | undefined): void {
  quietly(() => sessionStorage.removeItem(keyOf(code, about)));
}

/** Whether something was typed before the script came. */
export function isTyped(form: HTMLFormElement, names: string[]): boolean {
  return names.some((name) =>
    [...form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)].some((input) => {
      if (input.type === 'checkbox' || input.type === 'radio') return input.checked !== input.defaultChecked;
      return input.type !== 'file' && input.type !== 'select-one' && input.value !== input.defaultValue;
    }),
  );
}

/** Puts a kept draft back into the form's fields. */
export function restoreDraft(code: string, about: string | undefined, form: HTMLFormElement, names: string[]): void {
  quietly(() => {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(code, about)) ?? 'null') as Draft | null;
    if (!draft) return;
    for (const name of names)
      for (const input of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
        if (input.type === 'file') continue;
        if (input.type === 'checkbox' || input.type === 'radio') input.checked = draft[name] === input.value;
        else if (draft[name]) input.value = draft[name];
      }
  });
}

/** Storage may be switched off or full: a draft is a kindness. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {}
}
