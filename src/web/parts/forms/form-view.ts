import type { FormSchema, FormValues } from '#modules/forms/schema.ts';
import type { FormAnswer } from './form-answer.ts';

/** A form as it is handed out to be filled in: made by `readFormView`, drawn by `AutoForm`. */
export type FormView = {
  schema: FormSchema;
  /** Signed moment of handing out; goes back with the form. */
  stamp: string;
  /** Nobody fills it in in less. */
  least_ms: number;
  /** `kind:id` and its words; null: about nothing. */
  about: { about: string; title: string; url: string } | null;
  /** What stands in the fields at first: a signed-in person's own name and contacts. */
  values: FormValues;
};

/**
 * What sending gave, over the common answer: words at the form, words at its fields, what was typed; files have to be
 * chosen again.
 */
export type SentForm = Required<Pick<FormAnswer, 'error' | 'errors' | 'values'>> & {
  status: number;
  /** After how many seconds to come back. */
  retry_after?: number;
  /** Taken: the request's number. */
  sent: { id: string; number: number } | null;
  /** The page it was sent from; '' when it is not known. */
  page: string;
  /** A fresh one: the old may be the reason. */
  stamp: string | null;
};

/** «Заявка № 30012 принята. …» */
export function takenWords({ sent }: FormSchema, number: number): string {
  return [`Заявка № ${number} принята.`, sent].filter(Boolean).join(' ');
}
