import { countOf } from '#shared/plurals.ts';
import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';
import { moment } from './coupon-words.ts';

export type ActionRow = Got<'/api/admin/actions'>['items'][number];
export type Action = Got<'/api/admin/actions/{id}'>;
export type ActionProduct = Got<'/api/admin/actions/{id}/goods'>['items'][number];

export const actionStateWords: Record<ActionRow['state'], string> = {
  current: 'идёт',
  coming: 'ждёт начала',
  draft: 'черновик',
  ended: 'закончилась',
};
export const actionStateTones: Record<ActionRow['state'], Tone> = {
  current: 'good',
  coming: 'info',
  draft: 'warn',
  ended: 'plain',
};

/** Fields of a promotion, as the form and the journal call them. */
export const actionWords: FieldWords = {
  name: 'Название',
  slug: 'Адрес страницы',
  text: 'Описание',
  rules: 'Правила',
  organiser: 'Организатор',
  ad_mark: 'Пометка рекламы',
  image: 'Изображение',
  coupon: 'Купон',
  department_id_1c: { label: 'Филиал', show: (value) => (typeof value === 'string' ? value : 'все') },
  starts_at: { label: 'Начало', show: moment },
  ends_at: { label: 'Конец', show: moment },
  is_draft: 'Черновик',
  conditions: {
    label: 'Условия отбора товаров',
    show: (value) =>
      Array.isArray(value) && value.length > 0 ? countOf(value.length, 'условие', 'условия', 'условий') : 'нет',
  },
};
