import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { Got } from '../parts/got.ts';
import type { FieldWords } from '../record/values.ts';

export type Programme = Got<'/api/admin/loyalty-programmes/{id}'>;
export type Level = Programme['fields']['levels'][number];

const days = (value: unknown) => (typeof value === 'number' ? countOf(value, 'день', 'дня', 'дней') : '—');
const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');
const percent = (value: unknown) => (typeof value === 'number' ? `${value}\u00a0%` : '—');

/** Fields of the rules of a card, as the form and the journal call them. */
export const programmeWords: FieldWords = {
  name: 'Название',
  counting_days: { label: 'Покупки считаются за', show: days },
  expiry_days: { label: 'Бонусы живут', show: days },
  spend_percent: { label: 'Оплачивают заказа не больше', show: percent },
  bonus_kopecks: { label: 'Один бонус стоит', show: sum },
  least_paid_kopecks: { label: 'Деньгами за товары не меньше', show: sum },
  spends_on_reduced: 'Платят за товары со скидкой',
  spends_with_coupon: 'Платят вместе с купоном',
  grace_days: { label: 'Вернувшиеся бонусы живут не меньше', show: days },
  closed_category_ids: {
    label: 'Разделы, где бонусами не платят',
    show: (value) =>
      Array.isArray(value) && value.length > 0 ? countOf(value.length, 'раздел', 'раздела', 'разделов') : 'нет',
  },
  levels: {
    label: 'Ступени',
    show: (value) =>
      (Array.isArray(value) ? (value as Level[]) : [])
        .map((level) => `${level.name}: от ${sum(level.from_sum_kopecks)} — ${percent(level.percent)}`)
        .join(', ') || '—',
  },
};

/** What a new bonus programme begins with. */
export const usualRules = {
  name: '',
  counting_days: 365,
  expiry_days: 180,
  spend_percent: 30,
  bonus_kopecks: 100,
  least_paid_kopecks: 100,
  spends_on_reduced: false,
  spends_with_coupon: true,
  grace_days: 14,
  closed_category_ids: [],
  levels: [{ name: 'Старт', from_sum_kopecks: 0, percent: 1 }],
};
