import { z } from 'zod';
import { isInn } from '#shared/company-numbers.ts';
import { plural } from '#shared/plurals.ts';

const required = 'Обязательно для заполнения';

const passwordLimits = { min: 8, max: 200 } as const;
export const weakPassword = 'Этот пароль есть в списках утёкших. Придумайте другой';

/** An e-mail as a key of accounts: trimmed, lower case. */
export const Email = z
  .string(required)
  .trim()
  .toLowerCase()
  .min(1, { error: required, abort: true })
  .max(254, { error: 'Максимум 254 символа', abort: true })
  .pipe(z.email('Неверный формат'));

/** A new password: at least 8 characters, no rules of composition; whether it has leaked is the server's question. */
export const NewPassword = z
  .string(required)
  .min(1, { error: required, abort: true })
  .refine((typed) => [...typed].length >= passwordLimits.min, {
    error: `Минимум ${passwordLimits.min} ${plural(passwordLimits.min, 'символ', 'символа', 'символов')}`,
    abort: true,
  })
  .refine((typed) => [...typed].length <= passwordLimits.max, `Максимум ${passwordLimits.max} символов`);

/** S5-10. */
export const LoginInput = z.object({
  username: Email,
  password: z.string(required).min(1, required).max(1_000, 'Максимум 1000 символов'),
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
    z.string().min(1, { error: required, abort: true }).min(2, 'Минимум 2 символа').max(120, 'Максимум 120 символов'),
  );

/** The last step of signing up. `proof` tells whose e-mail was proven. */
export const SignUpInput = z.object({
  proof: z.string().max(100),
  full_name: Name,
  inn: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed),
    z.string().trim().refine(isInn, 'Проверьте ИНН: 10 или 12 цифр').optional(),
  ),
  consent_personal_data: z.literal(true, 'Обязательно для выбора'),
  consent_advertising: z.boolean().optional(),
});
export type SignUpInput = z.output<typeof SignUpInput>;

export const ChangePasswordInput = z.object({
  current_password: z.string(required).min(1, required).max(1_000, 'Максимум 1000 символов'),
  password: NewPassword,
});
