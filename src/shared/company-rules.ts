import { isKpp, isOgrn } from './company-numbers.ts';
import { companyRoleWords } from './company-roles.ts';
import { email, inn } from './form-fields.ts';
import type { FieldValues, FormRules } from './form-rules.ts';

const oneLine = (typed: string) => typed.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
const digits = (typed: string) => oneLine(typed).replaceAll(' ', '');

/** A firm by its numbers; what is not required may be left empty. The same in the browser and on the server. */
export const companyForm = {
  inn: { ...inn, clean: digits },
  name: { label: 'Название', required: true, min: 2, max: 250, autoComplete: 'organization', clean: oneLine },
  kpp: { label: 'КПП', autoComplete: 'off', clean: (typed) => digits(typed).toUpperCase(), check: kppProblem },
  ogrn: { label: 'ОГРН или ОГРНИП', autoComplete: 'off', inputMode: 'numeric', clean: digits, check: ogrnProblem },
  legal_address: { label: 'Юридический адрес', max: 500, autoComplete: 'off', clean: oneLine },
} satisfies FormRules;

export type CompanyFields = Record<keyof typeof companyForm, string>;

const { owner, purchaser, accountant } = companyRoleWords;

/** Whom an owner lets into the firm, and as whom. */
export const invitationForm = {
  email: { ...email, label: 'Почта сотрудника', autoComplete: 'off' },
  role: {
    label: 'Роль',
    required: true,
    choices: { owner: owner.name, purchaser: purchaser.name, accountant: accountant.name },
    empty: 'Выберите роль',
    wrong: 'Выберите роль',
  },
} satisfies FormRules;

const kopecksOf = (roubles: string) => (roubles === '' ? null : Number(roubles) * 100);
const limit = {
  autoComplete: 'off',
  inputMode: 'numeric',
  // As it is copied from elsewhere: «50 000,00 ₽».
  clean: (typed: string) => digits(typed).replace(/(?:,00)?(?:₽|р(?:уб)?\.?)?$/i, ''),
  placeholder: 'без лимита',
  check: (typed: string) => (/^[0-9]{1,9}$/.test(typed) ? null : 'Целое число рублей, до 999\u00a0999\u00a0999'),
} as const;

/** What a purchaser orders without the owner's word: whole roubles, empty: as much as they like. */
export const limitsForm = {
  order_limit: { ...limit, label: 'Лимит на заказ, ₽' },
  month_limit: { ...limit, label: 'Лимит в месяц, ₽' },
} satisfies FormRules;

/** The same in kopecks; null: no limit. */
export function limitsOf({ order_limit, month_limit }: Record<keyof typeof limitsForm, string>) {
  return { order_limit: kopecksOf(order_limit), month_limit: kopecksOf(month_limit) };
}

/** Why an owner does not let an order go. */
export const declineForm = {
  note: { label: 'Почему отклоняете', max: 300, placeholder: 'Необязательно, закупщик прочитает' },
} satisfies FormRules;

function kppProblem(kpp: string, { inn = '' }: FieldValues): string | null {
  if (inn.length === 12) return 'У предпринимателя КПП нет: оставьте поле пустым';
  return isKpp(kpp) ? null : 'КПП — 9 знаков, например 770701001';
}

function ogrnProblem(ogrn: string, { inn = '' }: FieldValues): string | null {
  if (!isOgrn(ogrn)) return 'Проверьте ОГРН: 13 цифр, у предпринимателя 15';
  return (inn.length === 10) === (ogrn.length === 13) ? null : 'У организации ОГРН из 13 цифр, у предпринимателя из 15';
}
