import { expect, test } from 'vitest';
import { plainUnit } from '#shared/unit-words.ts';
import type { Attribute } from './categories.ts';
import { type Comparable, countAlike, rankSubstitutes } from './substitutes.ts';

const attributeOf = (code: string, filter: Attribute['filter'] = 'values') =>
  ({ code, type: 'enum', filter }) as Attribute;
const attributes = [attributeOf('colour'), attributeOf('base'), attributeOf('series', null)];

const goods = (name: string, price: number | null, alike: number): Comparable & { name: string } => ({
  name,
  price,
  alike,
  thing: null,
  unit: 'меш.',
  base_unit: 'кг',
  factor: [25, 1],
  shown_unit: plainUnit('меш.'),
});

test('what filters ask for makes goods alike, and nothing else does', () => {
  const own = { colour: 'Белый', base: 'Гипсовая', series: 'Основа' };
  expect(countAlike(attributes, own, { colour: 'Белый', base: 'Гипсовая', series: 'Основа' })).toBe(2);
  expect(countAlike(attributes, own, { colour: 'Серый', base: 'Гипсовая' })).toBe(1);
  expect(countAlike(attributes, {}, {})).toBe(0);
});

test('instead of goods without a price those that share most with them stand first, else the nearest in price', () => {
  const candidates = [goods('серая', 50_000, 1), goods('белая', 60_000, 2)].map((one) => ({
    kind: 'neighbour' as const,
    goods: one,
  }));
  const names = (price: number | null) =>
    rankSubstitutes(goods('своя', price, 2), candidates).map(({ goods }) => goods.name);
  expect(names(null)).toEqual(['белая', 'серая']);
  expect(names(50_000)).toEqual(['серая', 'белая']);
});
