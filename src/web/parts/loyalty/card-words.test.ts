import { expect, test } from 'vitest';
import type { Programme } from '#modules/loyalty/programmes.ts';
import { spendWords } from './card-words.ts';

const programme: Programme = {
  kind: 'bonus',
  name: 'Бонусная карта',
  counting_days: 365,
  expiry_days: 365,
  spend_percent: 30,
  bonus_kopecks: 100,
  least_paid_kopecks: 100,
  spends_on_reduced: false,
  spends_with_coupon: true,
  closed_categories: [],
  grace_days: 14,
  levels: [{ name: 'Старт', from_sum_kopecks: 0, percent: 2 }],
};

test('[S2-16] wherever it is said how much bonuses pay, it is said what they do not pay for', () => {
  const words = (given: Partial<Programme>) => spendWords({ ...programme, ...given })?.replaceAll('\u00a0', ' ');
  expect(words({})).toBe('до 30 % стоимости товаров, кроме товаров со сниженной ценой');
  expect(words({ closed_categories: ['Ёлки'] })).toBe(
    'до 30 % стоимости товаров, кроме товаров со сниженной ценой, товаров раздела «Ёлки»',
  );
  expect(words({ spends_on_reduced: true })).toBe('до 30 % стоимости товаров');
  expect(words({ spend_percent: null }), 'nothing is paid').toBeUndefined();
});
