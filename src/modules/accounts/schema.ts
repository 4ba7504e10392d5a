import { z } from 'zod';
import { isInn } from '#shared/company-numbers.ts';
import { fieldMessages } from '#shared/field-messages.ts';

const { required } = fieldMessages;

const passwordLimits = { min: 8, max: 200 } as const;
export const weakPassword = 'Этот пароль есть в списках утёкших. Придумайте другой';

/** An e-mail as a key of accounts: trimmed, lower case. */
export const Email = z
  .string(required)
  .trim()
  .toLowerCase()
  .min(1, { error: required, abort: true })
  .max(254, { error: fieldMessages.maxLength(254), abort: true })
  .pipe(z.email(fieldMessages.format));

/** A new password: at least 8 characters, no rules of composition; whether it has leaked is the server's question. */
export const NewPassword = z
  .string(required)
  .min(1, { error: required, abort: true })
  .refine((typed) => [...typed].length >= passwordLimits.min, {
    error: fieldMessages.minLength(passwordLimits.min),
    abort: true,
  })
  .refine((typed) => [...typed].length <= passwordLimits.max, fieldMessages.maxLength(passwordLimits.max));

/** S5-10. */
export const LoginInput = z.object({
  username: Email,
  password: z.string(required).min(1, required).max(1_000, fieldMessages.maxLength(1000)),
});
export type LoginInput = z.output<typeof LoginInput>;

export const EmailInput = z.object({ email: Email });

/** Six digits; blanks of a pasted code do not matter. */
export const CodeInput = z
  .string(required)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, { error: required, abort: true })
      .regex(/^[0-9]{6}$/, 'Введите 6 цифр'),
  );

export const EmailCodeInput = z.object({ email: Email, auth_code: CodeInput });
export type EmailCodeInput = z.output<typeof EmailCodeInput>;

const Name = z
  .string(required)
  .transform((typed) =>
    typed
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: required, abort: true })
      .min(2, fieldMessages.minLength(2))
      .max(120, fieldMessages.maxLength(120)),
  );

/** The last step of signing up. `proof` tells whose e-mail was proven. */
export const SignUpInput = z.object({
  proof: z.string().max(100),
  full_name: Name,
  inn: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed),
    z.string().trim().refine(isInn, fieldMessages.inn).optional(),
  ),
  consent_personal_data: z.literal(true, fieldMessages.unchosen),
  consent_advertising: z.boolean().optional(),
});
export type SignUpInput = z.output<typeof SignUpInput>;

export const ChangePasswordInput = z.object({
  current_password: z.string(required).min(1, required).max(1_000, fieldMessages.maxLength(1000)),
  password: NewPassword,
});
