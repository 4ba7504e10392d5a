import { expect, test } from 'vitest';
import { unbroken } from '#shared/unbroken.ts';

const shown = (name: string) => unbroken(name).replaceAll('\u00a0', '_');

test('a number stays beside its unit, other words part where they may', () => {
  expect(shown('Болт КРЕПЬ М8 × 120 мм, 200 шт. в коробке')).toBe('Болт КРЕПЬ М8 × 120_мм, 200_шт. в коробке');
  expect(shown('Краска 2,7 л')).toBe('Краска 2,7_л');
  expect(shown('Плёнка 10 м² (15 м)')).toBe('Плёнка 10_м² (15_м)');
  expect(shown('Набор 12 предметов')).toBe('Набор 12 предметов');
});
