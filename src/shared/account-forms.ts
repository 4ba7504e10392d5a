import { cleanText } from './clean-text.ts';
import { codeDigits } from './constants.ts';
import { advertisingConsent, email, inn, personalDataConsent, personName } from './form-fields.ts';
import type { FieldSchema, FormRules } from './form-rules.ts';

/** The forms of signing in, and what accounts ask for elsewhere. */

/** A password is taken as it was typed. */
const asTyped = (typed: string) => typed;

export const emailForm = { email } satisfies FormRules;

/** The first step of signing in by a code, and of signing up. */
export const codeRequestForm = { email, consent_personal_data: personalDataConsent } satisfies FormRules;

const currentPassword = {
  label: 'Пароль',
  required: true,
  max: 1000,
  clean: asTyped,
  autoComplete: 'current-password',
} satisfies FieldSchema;

/** S5-10. */
export const passwordForm = {
  username: { ...email, autoComplete: 'username' },
  password: currentPassword,
} satisfies FormRules;

/** How a person is called, on one line. */
export const nameForm = {
  full_name: { ...personName, clean: (typed) => cleanText(typed).replace(/\s+/g, ' ') },
} satisfies FormRules;

/** The last step of somebody new; the ИНН is asked of those who buy for a firm. */
export const signUpForm = {
  ...nameForm,
  is_company: { label: 'Покупаю для компании', type: 'checkbox' },
  inn: {
    ...inn,
    hint: '10 цифр у организации, 12 у предпринимателя',
    when: ({ is_company }) => Boolean(is_company),
  },
  consent_personal_data: personalDataConsent,
  consent_advertising: advertisingConsent,
} satisfies FormRules;

/** At least 8 characters, no rules of composition; whether it has leaked is the server's question. */
export const newPasswordForm = {
  password: {
    label: 'Новый пароль',
    required: true,
    min: 8,
    max: 200,
    clean: asTyped,
    autoComplete: 'new-password',
    hint: 'Не короче 8 символов. Годятся любые знаки, пробелы тоже',
  },
} satisfies FormRules;

export const changePasswordForm = {
  current_password: { ...currentPassword, label: 'Текущий пароль' },
  password: { ...newPasswordForm.password, hint: 'Не короче 8 символов. Остальные сеансы завершатся' },
} satisfies FormRules;

/** The digits of an email; blanks of a pasted code do not matter. */
export const codeForm = {
  auth_code: {
    label: 'Код из письма',
    required: true,
    clean: (typed) => typed.replace(/\s/g, ''),
    pattern: new RegExp(`^[0-9]{${codeDigits}}$`),
    wrong: `Введите ${codeDigits} цифр`,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
} satisfies FormRules;
