import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { cleanText } from '#shared/clean-text.ts';
import type { FormRules } from '#shared/form-rules.ts';
import { keysOf } from '#shared/keys-of.ts';
import { isUuid } from '#shared/uuid.ts';

/** S6-05: rights of staff, each for itself: the owner, too, acts as a customer only with `login_by_user`. */
export const staffRoleWords = {
  owner: 'владелец',
  content: 'контент',
  orders: 'заказы',
  support: 'поддержка',
  pickup: 'выдача',
  marketing: 'маркетинг',
  accounting: 'бухгалтерия',
  login_by_user: 'вход за покупателя',
} as const satisfies Record<StaffRole, string>;

export const staffRoles = keysOf(staffRoleWords);

export function isStaffRole(word: string): word is StaffRole {
  return Object.hasOwn(staffRoleWords, word);
}

/** The six digits of the app of a member of staff. */
export const staffCodeForm = {
  code: {
    label: 'Код из приложения',
    required: true,
    pattern: /^\d{6}$/,
    wrong: 'Код не подходит',
    clean: (typed) => typed.replace(/\s/g, ''),
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
} satisfies FormRules;

/** What customers are looked for by. */
export const customerSearchForm = {
  q: {
    label: 'Покупатель',
    required: true,
    max: 200,
    empty: 'Укажите телефон, почту, номер заказа или имя',
    hint: 'Телефон, почта, номер заказа или имя',
    autoComplete: 'off',
  },
} satisfies FormRules;

/** As whom staff begin to act, and why: the customer reads it. */
export const actingForm = {
  user_id: {
    label: 'Покупатель',
    required: true,
    empty: 'Выберите покупателя',
    check: (text) => (isUuid(text) ? null : 'Выберите покупателя'),
  },
  reason: {
    label: 'Причина',
    required: true,
    min: 5,
    max: 500,
    clean: (typed) => cleanText(typed).replace(/\s+/g, ' '),
    hint: 'От 5 до 500 символов. Покупатель увидит её в своём профиле',
    lines: 2,
  },
} satisfies FormRules;
