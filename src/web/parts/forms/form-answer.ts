import { data, redirect } from 'react-router';
import { Refusal } from '#platform/refusal.ts';
import { type FieldErrors, type FieldValues, textsOf } from '#shared/form-rules.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';

/**
 * How a form that was not accepted is answered, wherever it stands: words at the form or at its fields, and what was
 * typed.
 */
export type FormAnswer = {
  /** Which of the page's forms is answered, where it has several. */
  form?: string;
  error?: string | null;
  errors?: FieldErrors;
  values?: FieldValues;
};

/** A refusal as an answer: at the fields it names, else in the form's box. What was typed stays, secrets apart. */
export function answerOf({ message, details }: Refusal, typed: FormData | FieldValues = {}): FormAnswer {
  const values = shownOf(typed instanceof FormData ? textsOf(typed) : typed);
  return details.fields ? { errors: details.fields as FieldErrors, values } : { error: message, values };
}

/** Secrets are not sent back to the page. */
const secret = /password|code/;

/**
 * Does what a sent form asks for. `name` is `section`, or `section:what:id` where a section holds several forms.
 * Accepted: 303 back to the section of `page` with the name in `done`, and what `work` has put into `query` beside it,
 * so that reloading sends nothing twice. Refused: the words at the form, with the refusal's own status.
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
    const answer: FormAnswer = { form: name, ...answerOf(error, form) };
    return data(answer, refusedInit(error));
  }
  const search = new URLSearchParams({ done: name, ...query });
  return redirect(`${page}?${search}#${name.split(':', 1)[0]}`, { status: 303 });
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function shownOf(typed: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name)));
}
