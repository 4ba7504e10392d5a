import { expect, test } from 'vitest';
import { annuityInterest, annuityPayment, rateWords } from './annuity.ts';

test('[S1-05] the monthly payment of an annuity, checked by paying it off month by month', () => {
  // 100 000 ₽ for a year at 24 %: a textbook 9 455,96 ₽.
  expect(annuityPayment(10_000_000, 12, 2_400)).toBe(945_600);
  expect(annuityPayment(3_000_000, 3, 0)).toBe(1_000_000);
  expect(annuityPayment(1_000_000, 3, 0)).toBe(333_400);
  for (const [sum, months, rate] of [
    [2_500_000, 6, 1_990],
    [100_000_000, 36, 3_990],
    [300_000, 24, 50],
  ] as const) {
    let debt = sum as number;
    for (let i = 0; i < months; i++) debt += (debt * rate) / 120_000 - annuityPayment(sum, months, rate);
    // Rounded up by less than a rouble a month.
    expect(debt).toBeLessThanOrEqual(0);
    expect(debt).toBeGreaterThan(-100 * months * 2);
  }
});

test('[S1-05] the last payment evens out the rounding: without interest nothing is paid over the sum', () => {
  for (const [sum, months] of [
    [1_000_100, 6],
    [3_333_333, 24],
    [1_000, 12],
  ] as const)
    expect(annuityInterest(sum, months, 0)).toBe(0);
  // 100 000 ₽ for a year at 24 %: 13 471,52 ₽ by the exact payment, a little less when more is paid off each month.
  expect(annuityInterest(10_000_000, 12, 2_400)).toBeGreaterThan(1_346_600);
  expect(annuityInterest(10_000_000, 12, 2_400)).toBeLessThanOrEqual(1_347_152);
});

test('[S1-05] a rate as people read it', () => {
  expect([rateWords(0), rateWords(2_490), rateWords(1_995)]).toEqual(['0\u00a0%', '24,9\u00a0%', '19,95\u00a0%']);
});
