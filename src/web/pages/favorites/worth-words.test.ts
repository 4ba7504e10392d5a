import { expect, test } from 'vitest';
import { worthWords } from './worth-words.ts';

const bag = { is_on_sale_now: true, buyer_price: null, price: 48_900, min_count: 1, weight_grams: 30_600 };
const linoleum = { ...bag, price: 24_900, min_count: 10, weight_grams: 1_080 };
const words = (...given: Parameters<typeof worthWords>) => worthWords(...given).replaceAll('\u00a0', ' ');

test('[S2-12] favourites say what the least count of each costs and weighs', () => {
  expect(words([bag, linoleum], 2)).toBe('2 товара на 2 979 ₽, 42 кг с упаковкой');
  expect(words([{ ...bag, buyer_price: 41_300 }], 1), 'at the price of the firm').toBe(
    '1 товар на 413 ₽, 31 кг с упаковкой',
  );
});

test('[S2-12] only what can be bought now is counted, and a weight nobody knows is not told', () => {
  const gone = { ...bag, is_on_sale_now: false };
  expect(words([bag, gone], 3)).toBe('3 товара, в наличии 1 на 489 ₽, 31 кг с упаковкой');
  expect(words([gone], 1)).toBe('1 товар');
  expect(words([bag, { ...bag, weight_grams: null }], 2)).toBe('2 товара на 978 ₽');
});
