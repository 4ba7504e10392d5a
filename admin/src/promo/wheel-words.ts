import { formatPrice } from '#shared/money.ts';
import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';
import type { FieldWords } from '../record/values.ts';
import { moment } from './coupon-words.ts';

export type WheelRow = Got<'/api/admin/wheels'>['items'][number];
export type Wheel = Got<'/api/admin/wheels/{id}'>;
export type WheelPrize = Wheel['fields']['prizes'][number];

export const wheelStateWords: Record<WheelRow['state'], string> = {
  draft: 'черновик',
  coming: 'ждёт начала',
  running: 'идёт',
  over: 'закончен',
};
export const wheelStateTones: Record<WheelRow['state'], Tone> = {
  draft: 'warn',
  coming: 'info',
  running: 'good',
  over: 'plain',
};

export const periodWords: Record<Wheel['fields']['period'], string> = {
  campaign: 'один раз за розыгрыш',
  month: 'раз в месяц',
  week: 'раз в неделю',
  day: 'раз в день',
};

const sum = (value: unknown) => (typeof value === 'number' ? formatPrice(value) : '—');

/** «12,5 %»: the weight of a prize among all. */
export function chanceOf(weight: unknown, prizes: readonly WheelPrize[]): string {
  const total = prizes.reduce((all, prize) => all + (Number(prize.weight) || 0), 0);
  const share = total > 0 ? ((Number(weight) || 0) * 100) / total : 0;
  const digits = share < 1 ? 3 : share < 10 ? 2 : 1;
  return `${share
    .toFixed(digits)
    .replace(/\.?0+$/, '')
    .replace('.', ',')}\u00a0%`;
}

/** Fields of a wheel, as the form and the journal call them. */
export const wheelWords: FieldWords = {
  title: 'Название',
  organiser: 'Организатор',
  rules_html: 'Правила',
  starts_at: { label: 'Начало', show: moment },
  ends_at: { label: 'Конец', show: moment },
  period: { label: 'Как часто крутят', show: (value) => periodWords[value as Wheel['fields']['period']] ?? '—' },
  budget_kopecks: { label: 'Фонд', show: sum },
  device_limit: 'Вращений с одного браузера',
  address_limit: 'Вращений с одного адреса сети',
  prizes: {
    label: 'Призы',
    show: (value) => {
      const prizes = (Array.isArray(value) ? value : []) as WheelPrize[];
      return prizes.map(({ name, weight }) => `${name} ${chanceOf(weight, prizes)}`).join(', ') || '—';
    },
  },
};
