import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';

export type CouponRow = Got<'/api/admin/coupons'>['items'][number];

export const stateWords: Record<CouponRow['state'], string> = {
  running: 'действует',
  waiting: 'ждёт начала',
  draft: 'черновик',
  ended: 'закончился',
  used_up: 'использован',
};

export const stateTones: Record<CouponRow['state'], Tone> = {
  running: 'good',
  waiting: 'info',
  draft: 'warn',
  ended: 'plain',
  used_up: 'plain',
};

const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');
export const moment = (value: unknown) => (typeof value === 'string' ? formatDateTime(value) : '—');

/** «5 %», «500 ₽». */
export function offWords({ kind, percent, sum_kopecks: kopecks }: CouponRow): string {
  return kind === 'percent' ? `${percent}\u00a0%` : sum(kopecks);
}

export function usesWords({ used_count: used, max_uses: most }: CouponRow): string {
  return most === null ? countOf(used, 'раз', 'раза', 'раз') : `${used} из ${most}`;
}

/** Fields of a coupon, as the form and the journal call them. */
export const couponWords: FieldWords = {
  kind: { label: 'Скидка', show: (value) => (value === 'sum' ? 'сумма' : 'процент') },
  percent: { label: 'Процент', show: (value) => (typeof value === 'number' ? `${value}\u00a0%` : '—') },
  sum_kopecks: { label: 'Сумма скидки', show: sum },
  min_sum_kopecks: { label: 'Минимум', show: sum },
  category_id: { label: 'Раздел', show: (value) => (typeof value === 'number' ? `раздел № ${value}` : 'любой') },
  department_id_1c: { label: 'Филиал', show: (value) => (typeof value === 'string' ? value : 'все') },
  allows_b2b: 'Действует на цены для бизнеса',
  starts_at: { label: 'Начало', show: moment },
  ends_at: { label: 'Конец', show: moment },
  max_uses: {
    label: 'Использований',
    show: (value) => (typeof value === 'number' ? String(value) : 'без ограничения'),
  },
  owner_user_id: { label: 'Покупатель', show: (value) => (value ? 'личный' : 'любой') },
  note: 'Заметка',
  is_draft: 'Черновик',
};
