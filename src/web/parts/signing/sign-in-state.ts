import { inn } from '#shared/form-fields.ts';
import type { FormRules } from '#shared/form-rules.ts';
import type { FieldErrors } from './use-form-check.ts';

export type Values = Partial<Record<string, string | undefined>>;

/** What was typed, and what the server said of the whole form and of its fields. */
export type Said = { values: Values; message: string | null; errors: FieldErrors };

export type CodeSaid = {
  email: string;
  /** Carried to the last step, where an account is made. */
  consent_personal_data: boolean;
  /** Seconds until another letter may be asked for, as of this answer; `resend_at` is the same as the answering clock's milliseconds. */
  resend_in: number;
  resend_at: number;
  tries_left: number;
  is_wrong: boolean;
  message: string | null;
};

/** S4-05: no method chosen, then a method: e-mail, then its code; or one form of the password. Unknown people tell their name last. */
export type SignInState =
  | { step: 'ways' }
  | { step: 'email'; said: Said }
  | { step: 'entry'; said: CodeSaid }
  | { step: 'password'; said: Said }
  | { step: 'name'; said: Said };

/** What a form of the steps asks the server for. */
export type SignInIntent =
  | 'request-code'
  | 'resend'
  | 'change-email'
  | 'sign-in-by-code'
  | 'sign-in-by-password'
  | 'sign-up';

export const nothingSaid: Said = { values: {}, message: null, errors: {} };

/** The server applies the same rules (S5-11). */
export const emailRules = {
  email: { label: 'E-mail', type: 'email', required: true, max: 254 },
  consent_personal_data: { label: 'Согласие', type: 'checkbox', required: true },
} satisfies FormRules;

/** S5-10. */
export const passwordRules = {
  username: { label: 'E-mail', type: 'email', required: true, max: 254 },
  password: { label: 'Пароль', required: true },
} satisfies FormRules;

/** The ИНН is asked for of those who buy for a firm. */
export function nameRules(values: Values): FormRules {
  return {
    full_name: { label: 'Имя и фамилия', required: true, min: 2, max: 120 },
    ...(values.is_company && {
      inn,
    }),
    consent_personal_data: { label: 'Согласие', type: 'checkbox', required: true },
  };
}
