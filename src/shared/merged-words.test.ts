import { expect, test } from 'vitest';
import { mergedWords } from './merged-words.ts';

test('[S4-10] what came from a guest’s cart is named with its counts; beyond the first few it is a number of goods', () => {
  const lines = ['Штукатурка', 'Грунтовка', 'Краска', 'Валик'].map((name, index) => ({
    name,
    amount: `${index + 1}\u00a0шт.`,
  }));
  expect(mergedWords(lines.slice(0, 2), 2)).toBe(
    'В корзину добавлено из гостевой: Штукатурка — 1\u00a0шт., Грунтовка — 2\u00a0шт.',
  );
  expect(mergedWords(lines, 1)).toBe('В корзину добавлено из гостевой: Штукатурка — 1\u00a0шт. и ещё 3\u00a0товара');
});
