import { rateWords } from '#shared/annuity.ts';
import { formatPrice } from '#shared/money.ts';
import type { Got } from '../parts/got.ts';
import type { FieldWords } from '../record/values.ts';
import { moment } from './coupon-words.ts';

export type CreditRow = Got<'/api/admin/credit-programs'>['items'][number];
export type Credit = Got<'/api/admin/credit-programs/{id}'>;

const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');
const percent = (value: unknown) => (typeof value === 'number' ? rateWords(value) : '—');

/** Fields of a credit programme, as the form and the journal call them. */
export const creditFieldWords: FieldWords = {
  partner: 'Банк',
  name: 'Название',
  min_sum_kopecks: { label: 'Сумма от', show: sum },
  max_sum_kopecks: { label: 'Сумма до', show: sum },
  months: 'Сроки, месяцев',
  rate_from: { label: 'Ставка от', show: percent },
  rate_to: { label: 'Ставка до', show: percent },
  full_cost_from: { label: 'Полная стоимость от', show: percent },
  full_cost_to: { label: 'Полная стоимость до', show: percent },
  documents: 'Документы',
  terms: 'Условия',
  is_example: 'Пример, не предложение банка',
  position: 'Место по порядку',
  is_draft: 'Черновик',
  starts_at: { label: 'Начало', show: moment },
  ends_at: { label: 'Конец', show: moment },
};

/** «6, 12, 24» → [6, 12, 24]; null: these are no numbers. */
export function monthsOf(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean);
  return parts.every((part) => /^\d{1,4}$/.test(part)) ? parts.map(Number) : null;
}
