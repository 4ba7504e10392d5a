/**
 * What was typed into a form, kept in this tab: a reload or a failed sending loses nothing. Files cannot be kept,
 * consents are given again. The session's storage, not the local one: on a shared computer it ends with the tab.
 */
type Draft = Record<string, string>;

const keyOf = (code: string, about: string | undefined) => `form_draft ${code} ${about ?? ''}`;

/** `given`: what the page itself wrote in, where its fields do not tell. */
export function keepDraft(
  code: string,
  about: string | undefined,
  form: HTMLFormElement,
  names: string[],
  given?: Partial<Draft>,
): void {
  const data = new FormData(form);
  const draft: Draft = {};
  for (const name of names) {
    const value = data.get(name);
    if (typeof value !== 'string') continue;
    const isGiven = given ? value === (given[name] ?? '') : isAsGiven(form.elements.namedItem(name));
    if (!isGiven) draft[name] = value;
  }
  if (Object.keys(draft).length === 0) forgetDraft(code, about);
  else quietly(() => sessionStorage.setItem(keyOf(code, about), JSON.stringify(draft)));
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

/** Puts a kept draft back into the form's fields; a choice that is offered no more stays as the page has it. */
export function restoreDraft(code: string, about: string | undefined, form: HTMLFormElement, names: string[]): boolean {
  let isFound = false;
  quietly(() => {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(code, about)) ?? 'null') as Draft | null;
    if (!draft) return;
    isFound = true;
    for (const name of names)
      for (const input of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
        if (input.type === 'file' || input.type === 'hidden') continue;
        if (input.type === 'radio') input.checked ||= draft[name] === input.value;
        else if (input.type === 'checkbox') input.checked = draft[name] === input.value;
        else if (draft[name]) input.value = draft[name];
      }
  });
  return isFound;
}

/** Storage may be switched off or full: a draft is a kindness. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {}
}
