import { expect, test } from 'vitest';
import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { calculate, lentTerm, readAsked, sumStops } from './offers.ts';

const program = { rate_from: 0, rate_to: 0, full_cost_from: 0, full_cost_to: 0 };
const programs = [
  { ...program, id: 1, min_sum_kopecks: 300_000, max_sum_kopecks: 15_000_000, months: [3, 6] },
  {
    ...program,
    id: 2,
    rate_from: 2_190,
    rate_to: 3_290,
    full_cost_from: 2_190,
    full_cost_to: 3_690,
    min_sum_kopecks: 1_000_000,
    max_sum_kopecks: 50_000_000,
    months: [12, 24],
  },
] as CreditProgram[];

test('the calculator opens on a term for which the sum of the cart is lent', () => {
  const ofCart = readAsked(new URLSearchParams(), programs, 593_100);
  expect(ofCart).toEqual({ sum_kopecks: 593_100, months: 6 });
  expect(calculate(programs, ofCart)).toHaveLength(1);
});

test('the calculator opens on what costs nothing: the longest term without interest', () => {
  const example = readAsked(new URLSearchParams(), programs, 0);
  expect(example).toEqual({ sum_kopecks: 3_000_000, months: 6 });
  expect(calculate(programs, example).map(({ id }) => id)).toEqual([1]);
  expect(readAsked(new URLSearchParams(), programs.slice(1), 0).months, 'nobody lends without interest').toBe(12);
});

test('a term that was asked for stays; the one to offer instead is named', () => {
  const asked = readAsked(new URLSearchParams({ sum: '5\u00a0931', months: '12' }), programs, 0);
  expect(asked).toEqual({ sum_kopecks: 593_100, months: 12 });
  expect(calculate(programs, asked)).toEqual([]);
  expect(lentTerm(programs, asked.sum_kopecks)).toBe(6);
  expect(lentTerm(programs, 20_000_000)).toBe(12);
  expect(lentTerm(programs, 100_000)).toBeNull();
});

test('[S1-05] what is paid over the sum follows from the full cost, and what of it is interest is said beside it', () => {
  const [free] = calculate(programs, { sum_kopecks: 1_000_100, months: 6 });
  expect(free).toMatchObject({ interest_words: '0\u00a0₽', full_sum_words: null, is_free: true });
  const [lent] = calculate(programs, { sum_kopecks: 3_000_000, months: 12 });
  expect([lent?.is_free, lent?.full_cost_words]).toEqual([false, '21,9–36,9\u00a0%']);
  expect(lent?.interest_words).toMatch(/^3\u00a0[67]\d\d–5\u00a0[56]\d\d\u00a0₽$/);
  expect(lent?.full_sum_words).toMatch(/^3\u00a0[67]\d\d–6\u00a0[34]\d\d\u00a0₽$/);
  expect([free?.full_most_words, lent?.full_sum_words?.endsWith(`–${lent.full_most_words}`)]).toEqual([null, true]);
});

test('[S1-05] the payments add up by hand: all of them, with the last one as it is said, are the sum and the overpayment', () => {
  const roubles = (words = '') => words.split('–').map((sum) => Number(sum.replace(/\D/g, '')));
  for (const asked of [
    { sum_kopecks: 3_000_000, months: 12 },
    { sum_kopecks: 1_000_100, months: 6 },
  ])
    for (const offer of calculate(programs, asked)) {
      const [payments, last, over] = [offer.monthly_words, offer.last_words, offer.interest_words].map(roubles);
      expect(payments?.map((payment, at) => payment * (asked.months - 1) + (last?.[at] ?? 0))).toEqual(
        over?.map((interest) => asked.sum_kopecks / 100 + interest),
      );
    }
});

test('the slider gives small sums as much room as large ones, and ends where the programmes end', () => {
  const stops = sumStops(3_000, 600_000);
  expect([stops[0], stops[1], stops.at(-1)]).toEqual([3_000, 3_100, 600_000]);
  expect(stops.indexOf(30_000) / stops.length).toBeGreaterThan(0.3);
  expect(new Set(stops).size).toBe(stops.length);
  expect(sumStops(5_000, 5_000)).toEqual([5_000]);
});
