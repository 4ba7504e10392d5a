import { expect, test } from 'vitest';
import type { Facet } from '#modules/search/listing.ts';
import type { Listing } from '#shared/listing-query.ts';
import { plainUnit } from '#shared/unit-words.ts';
import { promotedFilters } from './promoted.ts';

const listing: Listing = { category: 'elki', filters: {}, sort: 'popular', page: 1, limit: 24 };
const facet = (more: Partial<Facet>, ...values: string[]): Facet => ({
  code: 'cvet',
  name: 'Цвет',
  unit: null,
  measure: null,
  kind: 'values',
  ...more,
  values: values.map((value, at) => ({ id: `v${at}`, value, count: 9 - at, selected: false })),
});
const facets = [
  facet({}, 'Зелёный', 'ПВХ белый'),
  facet({ code: 'ves', name: 'Вес', measure: plainUnit('кг') }, '30', '5'),
];

test('a value above the list has the name of its group: the group of a word, a number, a code', () => {
  expect(promotedFilters(listing, facets, [], 20).map(({ name }) => name.replaceAll('\u00a0', ' '))).toEqual([
    'Цвет: зелёный',
    'Цвет: ПВХ белый',
    'Вес 30 кг',
    'Вес 5 кг',
  ]);
  const codes = promotedFilters(listing, [facet({ name: 'Цоколь' }, 'E27', 'GU10')], [], 20).map(({ name }) => name);
  expect(codes).toEqual(['Цоколь: E27', 'Цоколь: GU10']);
  const rooms = facet({ name: 'Помещения' }, 'Сухие, до 60 % влажности', 'Внутри и снаружи');
  expect(promotedFilters(listing, [rooms], [], 20).map(({ name }) => name)).toEqual([
    'Помещения: сухие, до\u00a060\u00a0% влажности',
    'Помещения: внутри и\u00a0снаружи',
  ]);
});

test('a list over several categories offers none', () => {
  const wide = { ...listing, category: undefined };
  expect(promotedFilters(wide, facets, [{}, {}], 20)).toEqual([]);
  expect(promotedFilters(wide, facets, [{}], 20)).toHaveLength(4);
});

test('a value that all goods of the list have narrows nothing and is not offered', () => {
  expect(promotedFilters(listing, [facet({}, 'Зелёный', 'ПВХ белый', 'Белый')], [], 9).map(({ name }) => name)).toEqual(
    ['Цвет: ПВХ белый', 'Цвет: белый'],
  );
});
