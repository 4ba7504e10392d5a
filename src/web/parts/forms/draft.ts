import { draftKey } from '#web/parts/visitor/forget-drafts.ts';

/**
 * What was typed into a form, kept in this tab: a reload or a failed sending loses nothing. Files cannot be kept,
 * consents are given again. The session's storage, not the local one: on a shared computer it ends with the tab.
 */
type Draft = Record<string, string>;

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
    const field = form.elements.namedItem(name);
    const value = data.get(name) ?? (isTick(field) ? '' : null);
    if (typeof value !== 'string') continue;
    const isGiven = given ? value === (given[name] ?? '') : isAsGiven(field);
    if (!isGiven) draft[name] = value;
  }
  if (Object.keys(draft).length === 0) forgetDraft(code, about);
  else quietly(() => sessionStorage.setItem(draftKey(code, about), JSON.stringify(draft)));
}

/** What the page itself wrote in is another one on another page. */
function isAsGiven(field: Element | RadioNodeList | null): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected ?? false;
  if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue;
  // A set tick is always kept: after a refusal without a script it stands in the page as given.
  if (isTick(field)) return !field.checked && !field.defaultChecked;
  return field instanceof HTMLInputElement && field.value === field.defaultValue;
}

function isTick(field: Element | RadioNodeList | null): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox';
}

export function forgetDraft(code: string, about: string | undefined): void {
  quietly(() => sessionStorage.removeItem(draftKey(code, about)));
}

/** What was kept about one is about another from now on; of two words for a field the moved one is the newer. */
export function moveDraft(code: string, from: string, to: string): void {
  quietly(() => {
    const moved = readDraft(code, from);
    if (!moved) return;
    sessionStorage.setItem(draftKey(code, to), JSON.stringify({ ...readDraft(code, to), ...moved }));
    forgetDraft(code, from);
  });
}

function readDraft(code: string, about: string | undefined): Draft | null {
  return JSON.parse(sessionStorage.getItem(draftKey(code, about)) ?? 'null');
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

/**
 * Puts a kept draft back into the form's fields, and says what was kept. A field that was not kept, and a choice that
 * is offered no more, stay as the page has them.
 */
export function restoreDraft(
  code: string,
  about: string | undefined,
  form: HTMLFormElement,
  names: string[],
): Draft | null {
  let draft: Draft | null = null;
  quietly(() => {
    draft = readDraft(code, about);
    for (const name of names) {
      const value = draft?.[name];
      if (value === undefined) continue;
      for (const input of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
        if (input.type === 'file' || input.type === 'hidden') continue;
        if (input.type === 'radio') input.checked ||= value === input.value;
        else if (input.type === 'checkbox') input.checked = value === input.value;
        else input.value = value;
      }
    }
  });
  return draft;
}

/** Storage may be switched off or full: a draft is a kindness. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {}
}
