import { expect, test } from 'vitest';
import { commonPrize, prizeWords } from './prize-words.ts';

const prize = (roubles: number, min: number, weight = 1) => ({
  sum_kopecks: roubles * 100,
  min_sum_kopecks: min * 100,
  weight,
});
const wide = (...prizes: ReturnType<typeof prize>[]) => prizeWords(prizes).replace(/\u00a0/g, ' ');
const narrow = (...prizes: ReturnType<typeof prize>[]) => commonPrize(prizes).replace(/\u00a0/g, ' ');

test('[S2-02] the page says which coupon is won most often, which is the greatest, and from which purchase on', () => {
  expect(wide(prize(500, 2_500, 150), prize(5_000, 25_000), prize(100, 1_000, 500))).toBe(
    'Каждый получает купон. Самый частый — 100 ₽ на покупку от 1 000 ₽, самый крупный — 5 000 ₽ на покупку от 25 000 ₽.',
  );
  expect(wide(prize(300, 3_000))).toBe('Каждый получает купон: 300 ₽ на покупку от 3 000 ₽.');
});

test('[S2-02] a phone says the coupon that is won most often, not the greatest', () => {
  expect(narrow(prize(500, 2_500, 150), prize(5_000, 25_000), prize(100, 1_000, 500))).toBe(
    'Каждый получает купон, чаще всего 100 ₽ на покупку от 1 000 ₽.',
  );
  expect(narrow(prize(300, 3_000))).toBe('Каждый получает купон: 300 ₽ на покупку от 3 000 ₽.');
});
