import { expect, test } from 'vitest';
import { baseAmount, countFor, formatAmount, parseAmount, unitPrice } from './units.ts';

const packs = { step: 1, min_count: 1, max_count: 99_999 };

test('an amount may be typed with a comma, a dot and spaces; anything else is refused', () => {
  expect(formatAmount(parseAmount('12,5')!)).toBe('12,5');
  expect(formatAmount(parseAmount('12.50')!)).toBe('12,5');
  expect(formatAmount(parseAmount('1\u00a0200')!)).toBe('1200');
  for (const text of ['', '-1', '1,2,3', '1e3', 'abc', '12,', '1234567890']) expect(parseAmount(text)).toBeNull();
});

test('12.5 m² of flooring in packs of 2.66 m² is 5 packs, 13.3 m², 0.8 m² left over', () => {
  const needed = countFor(parseAmount('12,5')!, [133, 50], packs);
  expect(needed.count).toBe(5);
  expect(formatAmount(needed.amount)).toBe('13,3');
  expect(formatAmount(needed.rest)).toBe('0,8');
  expect(needed.is_rounded).toBe(true);
});

test('an amount that fits exactly is not rounded', () => {
  expect(countFor(parseAmount('420')!, [30, 1], packs)).toMatchObject({ count: 14, is_rounded: false });
});

test('the count rises to the step and to the minimum, and says when it is more than the maximum', () => {
  const limits = { step: 4, min_count: 8, max_count: 16 };
  expect(countFor(parseAmount('1')!, [1, 1], limits).count).toBe(8);
  expect(countFor(parseAmount('9')!, [1, 1], limits).count).toBe(12);
  expect(countFor(parseAmount('17')!, [1, 1], limits)).toMatchObject({ count: 20, exceeds_max: true });
});

test('[S7-10] a factor is an exact fraction: three packs of 1/3 m² are one m²', () => {
  expect(baseAmount(3, [1, 3])).toEqual({ n: 1n, d: 1n });
});

test('the price of a base unit is rounded half up to the kopeck', () => {
  expect(unitPrice(48_900, [30, 1])).toBe(1_630);
  expect(unitPrice(100, [3, 1])).toBe(33);
  expect(unitPrice(50, [100, 1])).toBe(1);
});
