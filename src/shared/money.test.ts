import { expect, test } from 'vitest';
import {
  discountPercent,
  formatPrice,
  formatRoubles,
  mulDivHalfUp,
  roubles,
  savedPercent,
  vatInside,
} from './money.ts';
import { formatCount } from './plurals.ts';

test('[S9-07] prices: Russian locale, no decimals for whole roubles, else two', () => {
  expect(formatPrice(0)).toBe('0\u00a0₽');
  expect(formatPrice(99_900)).toBe('999\u00a0₽');
  expect(formatPrice(123_450)).toBe('1\u00a0234,50\u00a0₽');
  expect(formatPrice(123_405)).toBe('1\u00a0234,05\u00a0₽');
  expect(formatPrice(123_456_750)).toBe('1\u00a0234\u00a0567,50\u00a0₽');
});

test('[S9-07] prices and counts are written as the Russian locale writes them', () => {
  const roubles = { style: 'currency', currency: 'RUB', trailingZeroDisplay: 'stripIfInteger' } as const;
  const price = new Intl.NumberFormat('ru-RU', roubles);
  const paper = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 });
  const count = new Intl.NumberFormat('ru-RU');
  for (const number of [
    1, 10, 99, 100, 1_000, 9_999, 12_345, 999_999_99, 1_000_000_00, 123_456_789_01, -4_505, -100, -7, 5,
  ]) {
    expect(formatPrice(number)).toBe(price.format(number / 100));
    expect(formatRoubles(number)).toBe(paper.format(number / 100));
    expect(formatCount(number)).toBe(count.format(number));
    expect(formatCount(number / 1_000)).toBe(count.format(number / 1_000));
  }
});

test('[S9-07] the discount is the relative difference rounded up', () => {
  expect(discountPercent(55_600, 48_900)).toBe(13);
  expect(discountPercent(10_000, 9_999)).toBe(1);
  expect(discountPercent(10_000, 5_000)).toBe(50);
  expect(discountPercent(10_000, 10_000)).toBe(0);
  expect(discountPercent(9_000, 10_000)).toBe(0);
  expect(savedPercent(1_844_000, 1_728_000)).toBe(6);
  expect(savedPercent(10_000, 9_999)).toBe(0);
  expect(savedPercent(9_000, 10_000)).toBe(0);
});

test('[S7-10] kopecks leave the shop as roubles with at most two decimals', () => {
  expect(roubles(48_905)).toBe(489.05);
});

test('products and quotients of money are exact beyond 2^53 and half up', () => {
  expect(mulDivHalfUp(9_007_199_254_740_991, 3, 3)).toBe(9_007_199_254_740_991);
  expect(mulDivHalfUp(1, 1, 2)).toBe(1);
  expect(vatInside(12_200, 22)).toBe(2_200);
});
