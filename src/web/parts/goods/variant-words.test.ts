import { expect, test } from 'vitest';
import { variantWords } from './variant-words.ts';

test('the other variants are named, not the one the card says it is', () => {
  const attributes = ['30\u00a0кг', 'Вишня'];
  expect(variantWords({ variant_labels: ['5 кг', '15 кг', '30 кг'], attributes })).toBe('Ещё: 5 кг, 15 кг');
  expect(variantWords({ variant_labels: ['вишня', 'изумруд'], attributes })).toBe('Ещё: изумруд');
  expect(variantWords({ variant_labels: ['белый', 'серый'], attributes })).toBe('Варианты: белый, серый');
});
