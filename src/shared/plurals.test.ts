import { expect, test } from 'vitest';
import { plural } from './plurals.ts';

const goods = (count: number) => plural(count, 'товар', 'товара', 'товаров');

test('[S9-07] the plural helper chooses among three Russian forms', () => {
  const counts = {
    товар: [1, 21, 31, 101, 121, 1_001, -1, -21],
    товара: [2, 3, 4, 22, 24, 102, 104, 1_002, -2, -24],
    товаров: [0, 5, 9, 10, 11, 12, 13, 14, 15, 19, 20, 25, 100, 111, 112, 114, 211, 1_011, 1_014, -5, -11, -14],
  };
  for (const [form, numbers] of Object.entries(counts))
    for (const count of numbers) expect(goods(count), String(count)).toBe(form);
});

test('[S9-07] a fraction takes the second form: 1,5 товара', () => {
  for (const count of [0.5, 1.5, 2.5, 11.2, 21.1, -1.5]) expect(goods(count), String(count)).toBe('товара');
});
