import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factorOf, normaliseNumber, priceOfSalesUnit, salesUnits, salesUnitsAtLeast, toMillionths } from './decimal.ts';

test.each([
  ['1 234,50', '1234.5'],
  ['1\u00a0234.5', '1234.5'],
  ['2,738', '2.738'],
  ['0', '0'],
  ['0.00', '0'],
  ['-0,0', '0'],
  ['-3,10', '-3.1'],
  [' .5', '0.5'],
  ['007', '7'],
  ['', null],
  ['договорная', null],
  ['1,2,3', null],
  ['1e5', null],
  ['.', null],
])('the number «%s» of 1C reads as %s', (text, number) => {
  expect(normaliseNumber(text)).toBe(number);
});

describe('price of a sales unit', () => {
  test.each([
    ['a bag of 30 kg', '16.305', '1', 30, 1, 48_915n],
    ['a price for a pack of 12, sold by the piece', '100', '12', 1, 1, 833n],
    ['exactly half a kopeck goes up', '0.005', '1', 1, 1, 1n],
    ['just below half goes down', '0.00499999', '1', 1, 1, 0n],
    ['2.66 m² in a pack', '799.99', '1', 133, 50, 212_797n],
    ['a tenth of a metre', '10.05', '1', 1, 10, 101n],
  ])(
    '[S7-10] %s is 1C’s price times the factor, rounded half up once',
    (_what, price, coefficient, factor_base, factor_sales, kopecks) => {
      expect(priceOfSalesUnit(price, coefficient, { factor_base, factor_sales })).toBe(kopecks);
    },
  );

  test('[S7-10] never differs from exact arithmetic', () => {
    const runs = { numRuns: 2_000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (digits, scale, factor_base, factor_sales) => {
          const text = (digits / 10 ** scale).toFixed(scale);
          const kopecks = priceOfSalesUnit(normaliseNumber(text)!, '1', { factor_base, factor_sales });
          // |kopecks − exact| ≤ 1/2, and at exactly 1/2 it is the greater.
          const exactNumerator = BigInt(text.replace('.', '')) * 100n * BigInt(factor_base);
          const denominator = 10n ** BigInt(scale) * BigInt(factor_sales);
          const twice = 2n * kopecks * denominator - 2n * exactNumerator;
          expect(twice <= denominator && twice > -denominator).toBe(true);
        },
      ),
      runs,
    );
  });
});

test('[S7-10] a coefficient is kept as an exact fraction in lowest terms', () => {
  expect(factorOf('30')).toEqual({ factor_base: 30, factor_sales: 1 });
  expect(factorOf('2.66')).toEqual({ factor_base: 133, factor_sales: 50 });
  expect(factorOf('0.1')).toEqual({ factor_base: 1, factor_sales: 10 });
  expect(factorOf('0')).toBeNull();
  expect(factorOf('-1')).toBeNull();
  expect(factorOf('99999999999')).toBeNull();
});

test('[S7-36] stock in base units becomes whole sales units, rounded down also below zero', () => {
  const bag = { factor_base: 30, factor_sales: 1 };
  expect(salesUnits(toMillionths('89.999999'), bag)).toBe(2n);
  expect(salesUnits(toMillionths('90'), bag)).toBe(3n);
  expect(salesUnits(toMillionths('-1'), bag)).toBe(-1n);
  expect(salesUnits(toMillionths('1.25'), { factor_base: 1, factor_sales: 10 })).toBe(12n);
});

test('a quantity tier begins at the first sales unit that reaches it', () => {
  expect(salesUnitsAtLeast('61', { factor_base: 30, factor_sales: 1 })).toBe(3n);
  expect(salesUnitsAtLeast('60', { factor_base: 30, factor_sales: 1 })).toBe(2n);
});
