import { expect, test } from 'vitest';
import { prizeRange, prizeWords } from './prize-words.ts';

const prize = (roubles: number, min: number) => ({ sum_kopecks: roubles * 100, min_sum_kopecks: min * 100 });
const words = (...prizes: ReturnType<typeof prize>[]) => prizeWords(prizes).replace(/\u00a0/g, ' ');

test('[S2-02] the page says that a prize is a coupon, of how much, and from which purchase on', () => {
  expect(words(prize(500, 2_500), prize(100, 1_000), prize(5_000, 25_000))).toBe(
    'Каждый получает купон на скидку: от 100 ₽ при покупке от 1 000 ₽ до 5 000 ₽ при покупке от 25 000 ₽.',
  );
  expect(words(prize(500, 3_000), prize(100, 3_000))).toBe(
    'Каждый получает купон на скидку от 100 ₽ до 500 ₽ при покупке от 3 000 ₽.',
  );
  expect(words(prize(300, 3_000))).toBe('Каждый получает купон на скидку 300 ₽ при покупке от 3 000 ₽.');
});

test('[S2-02] a phone says the least and the greatest coupon in one sentence', () => {
  const range = (...prizes: ReturnType<typeof prize>[]) => prizeRange(prizes).replace(/\u00a0/g, ' ');
  expect(range(prize(500, 2_500), prize(100, 1_000), prize(5_000, 25_000))).toBe(
    'Каждый получает купон на скидку от 100 ₽ до 5 000 ₽, сумма покупки — в таблице.',
  );
  expect(range(prize(300, 3_000))).toBe('Каждый получает купон на скидку 300 ₽, сумма покупки — в таблице.');
});
