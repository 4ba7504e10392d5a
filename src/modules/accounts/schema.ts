import { z } from 'zod';
import { fieldInput } from '#platform/check-form.ts';
import { codeForm, passwordForm, signUpForm } from '#shared/account-forms.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { email } from '#shared/form-fields.ts';

/** What calls send of signing in: the same rules as the forms'. */

export const weakPassword = 'Этот пароль есть в списках утёкших. Придумайте другой';

/** An email as a key of accounts: trimmed, lower case. */
export const Email = fieldInput(email).transform((typed) => typed.toLowerCase());

/** S5-10. */
export const LoginInput = z.object({ username: Email, password: fieldInput(passwordForm.password) });
export type LoginInput = z.output<typeof LoginInput>;

export const EmailInput = z.object({ email: Email });

export const EmailCodeInput = z.object({ email: Email, auth_code: fieldInput(codeForm.auth_code) });
export type EmailCodeInput = z.output<typeof EmailCodeInput>;

/** The last step of signing up. `proof` tells whose email was proven. */
export const SignUpInput = z.object({
  proof: z.string().max(100),
  full_name: fieldInput(signUpForm.full_name),
  inn: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed),
    fieldInput(signUpForm.inn).optional(),
  ),
  consent_personal_data: z.literal(true, fieldMessages.unchosen),
  consent_advertising: z.boolean().optional(),
});
export type SignUpInput = z.output<typeof SignUpInput>;
