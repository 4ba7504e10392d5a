import { formatPrice } from '#shared/money.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';
import type { Company } from './customer-types.ts';

export const companyTones: Record<Company['state'], Tone> = { waiting: 'warn', active: 'good', suspended: 'bad' };

export const roleChoices = [
  { value: 'owner', label: 'Владелец' },
  { value: 'purchaser', label: 'Закупщик' },
  { value: 'accountant', label: 'Бухгалтер' },
] as const;
export type CompanyRole = (typeof roleChoices)[number]['value'];

/** Fields of a customer, as the form and the journal call them. */
export const customerWords: FieldWords = {
  no_pay_on_receipt: 'Без оплаты при получении',
  no_pay_why: 'Причина',
};

/** Fields of a firm, as the form and the journal call them. */
export const companyWords: FieldWords = {
  inn: 'ИНН',
  name: 'Название',
  kpp: 'КПП',
  ogrn: 'ОГРН или ОГРНИП',
  legal_address: 'Юридический адрес',
  price_column: { label: 'Цены', show: (value) => (value ? String(value) : 'для бизнеса, по филиалу') },
  contract: 'Договор',
  credit_limit_kopecks: {
    label: 'Кредитный лимит',
    show: (value) => (typeof value === 'number' ? formatPrice(value) : 'не задан'),
  },
  deferral_days: {
    label: 'Отсрочка, дней',
    show: (value) => (typeof value === 'number' ? String(value) : 'не задана'),
  },
  manager_name: 'Менеджер',
  manager_phone: 'Телефон менеджера',
  manager_email: 'Почта менеджера',
  role: {
    label: 'Роль',
    show: (value) => roleChoices.find((role) => role.value === value)?.label ?? '—',
  },
};
