import { expect, test } from 'vitest';
import { plainUnit } from '#shared/unit-words.ts';
import { countOfAmount } from './unit-family.ts';

const bag = {
  unit: 'меш.',
  shown_unit: plainUnit('меш.'),
  base_unit: 'кг',
  factor: [30, 1] as const,
  step: 1,
  min_count: 1,
  max_count: 999,
};
const pack = {
  unit: 'упак.',
  shown_unit: plainUnit('упак.'),
  base_unit: 'м²',
  factor: [133, 50] as const,
  step: 1,
  min_count: 1,
  max_count: 999,
};
const metres = { ...plainUnit('м'), parts: 10 };
const cable = {
  unit: '0,1 м',
  shown_unit: metres,
  base_unit: 'м',
  factor: [1, 10] as const,
  step: 5,
  min_count: 10,
  max_count: 9_999,
};
const linoleum = { ...cable, base_unit: 'м²', factor: [3, 10] as const, step: 1 };
const sheet = {
  unit: 'лист',
  shown_unit: plainUnit('лист'),
  base_unit: 'м²',
  factor: [3, 1] as const,
  step: 1,
  min_count: 1,
  max_count: 999,
};

const brick = {
  ...sheet,
  unit: 'шт.',
  shown_unit: plainUnit('шт.'),
  base_unit: 'шт.',
  factor: [1, 1] as const,
  max_count: 99_999,
};
const screws = { ...pack, base_unit: 'шт.', factor: [200, 1] as const };
const powder = { ...bag, unit: 'кг', shown_unit: plainUnit('кг'), factor: [1, 1] as const };
const rubble = { ...powder, unit: 'т', shown_unit: plainUnit('т'), base_unit: 'т' };

test.each([
  [bag, '14', 'меш', 14, 'as_written'],
  [bag, '14', null, 14, 'as_written'],
  [bag, '100', 'кг', 4, 'converted'],
  [bag, '0,5', 'т', 17, 'converted'],
  [bag, '3', 'шт.', 3, 'as_written'],
  [bag, '5', 'м2', 1, 'unknown'],
  [bag, '5', 'кан', 5, 'as_written'],
  [cable, '100', null, 1_000, 'converted'],
  [pack, '12,5', 'м2', 5, 'converted'],
  [pack, '5', 'упаковок', 5, 'as_written'],
  [pack, '12,5', 'кв. м', 5, 'converted'],
  [cable, '100', 'м', 1_000, 'converted'],
  [cable, '0,3', 'пог. м', 10, 'converted'],
  [linoleum, '4,5', 'м', 45, 'as_written'],
  [linoleum, '4,5', 'пог. м', 45, 'as_written'],
  [linoleum, '12', 'м2', 40, 'converted'],
  [sheet, '20', 'листов', 20, 'as_written'],
  [sheet, '20', 'л', 20, 'as_written'],
  [bag, null, null, 1, 'as_written'],
  [cable, null, null, 10, 'as_written'],
  [bag, '0', 'шт', 1, 'unknown'],
  [brick, '1,5', 'тыс. шт', 1_500, 'as_written'],
  [brick, '5,12', '1000 шт', 5_120, 'as_written'],
  [screws, '1', 'тыс.шт.', 5, 'converted'],
  [powder, '0,5', 'т', 500, 'as_written'],
  [rubble, '2', 'т', 2, 'as_written'],
  [rubble, '500', 'кг', 1, 'as_written'],
  [bag, '999999999', 'т', 999, 'converted'],
] as const)('[S2-26] %o: %s %s make %i sales units', (product, amount, unit, count, how) => {
  expect(countOfAmount(amount, unit, product)).toEqual({ count, how });
});
