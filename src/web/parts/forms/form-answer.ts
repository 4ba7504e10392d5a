import { data, redirect } from 'react-router';
import { Refusal } from '#platform/refusal.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';

/** How a form of the personal area is answered when it was not accepted: its name, words at the form or at its fields, what was typed. */
export type FormAnswer = {
  form: string;
  error?: string;
  errors?: Record<string, string>;
  values?: Record<string, string>;
};

/** Secrets are not sent back to the page. */
const secret = /password|code/;

/**
 * Does what a sent form asks for. `name` is `section`, or `section:what:id` where a section holds several forms. Accepted: 303 back to the
 * section of `page` with the name in `done`, and what `work` has put into `query` beside it, so that reloading sends nothing twice.
 * Refused: the words at the form, with the refusal's own status.
 */
export async function answerForm(
  page: string,
  name: string,
  form: FormData,
  work: () => Promise<void>,
  query: Record<string, string> = {},
) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields } = error.details as { fields?: Record<string, string> };
    const words = fields ? { errors: fields } : { error: error.message };
    const answer: FormAnswer = { form: name, values: typedIn(form), ...words };
    return data(answer, refusedInit(error));
  }
  const search = new URLSearchParams({ done: name, ...query });
  return redirect(`${page}?${search}#${name.split(':', 1)[0]}`, { status: 303 });
}

/** Refuses with these words at their fields when there are any. */
export function refuseFields(problems: Partial<Record<string, string>>): void {
  if (Object.keys(problems).length > 0) throw new Refusal('bad_input', { fields: problems });
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function typedIn(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && !secret.test(name)) values[name] = value;
  return values;
}
