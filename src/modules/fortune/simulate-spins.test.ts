import { expect, test } from 'vitest';
import { simulateSpins } from './simulate-spins.ts';

const prize = (weight: number, sum_kopecks: number, more: { stock?: number; is_consolation?: boolean } = {}) => ({
  weight,
  sum_kopecks,
  stock: null,
  is_consolation: false,
  ...more,
});

test('prizes are drawn as often as their weights say, and the sums add up', () => {
  const planned = [prize(1, 100_000), prize(3, 20_000), prize(6, 5_000, { is_consolation: true })];
  const { prizes, spent_kopecks, spins, over_at } = simulateSpins(planned, 10_000_000_000, 10_000);
  expect([spins, over_at]).toEqual([10_000, null]);
  expect(prizes.reduce((sum, { given }) => sum + given, 0)).toBe(10_000);
  expect(prizes.reduce((sum, { given }, at) => sum + given * planned[at]!.sum_kopecks, 0)).toBe(spent_kopecks);
  // Six sigma of 10,000 draws.
  for (const [at, share] of [0.1, 0.3, 0.6].entries())
    expect(Math.abs(prizes[at]!.drawn / 10_000 - share)).toBeLessThan(6 * Math.sqrt((share * (1 - share)) / 10_000));
});

test('a prize that has run out, or that the budget does not cover, becomes the consolation prize; then the wheel is over', () => {
  const planned = [prize(1, 50_000, { stock: 2 }), prize(1, 10_000, { is_consolation: true })];
  const always = simulateSpins(planned, 125_000, 100, () => 0);
  // Two main prizes for 1 000 ₽, two consolations for 200 ₽; 50 ₽ are left.
  expect(always).toEqual({
    spins: 5,
    prizes: [
      { drawn: 5, given: 2 },
      { drawn: 0, given: 2 },
    ],
    spent_kopecks: 120_000,
    over_at: 5,
  });
});
