import { fieldMessages } from './field-messages.ts';
import { email, personName, phone, place, street } from './form-fields.ts';
import type { FormRules } from './form-rules.ts';

/** The forms of the profile. */

/** An address that orders are delivered to, as the checkout asks for it. */
export const addressForm = {
  place,
  address: street,
} satisfies FormRules;

/** Somebody who receives orders for the person. */
export const recipientForm = {
  name: { ...personName, label: 'Имя получателя', autoComplete: 'off' },
  phone: { ...phone, autoComplete: 'off' },
} satisfies FormRules;

/** A contact that needs no code, by its type. */
export const contactForms = {
  phone: { value: phone },
  telegram: {
    value: {
      label: 'Имя в Телеграме',
      required: true,
      placeholder: '@имя',
      autoComplete: 'off',
      pattern: /^@?[A-Za-z][A-Za-z0-9_]{4,31}$/,
      wrong: fieldMessages.format,
    },
  },
} satisfies Record<string, FormRules<'value'>>;

/** A further email to sign in with; its code follows. */
export const newEmailForm = {
  email: { ...email, label: 'Новая почта', hint: 'Пришлём код. После подтверждения с этой почтой можно войти' },
} satisfies FormRules;
