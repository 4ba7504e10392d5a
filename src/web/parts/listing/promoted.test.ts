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

test('a value above the list is named with its group', () => {
  expect(promotedFilters(listing, facets, []).map(({ name }) => name.replaceAll('\u00a0', ' '))).toEqual([
    'Цвет: зелёный',
    'Цвет: ПВХ белый',
    'Вес 30 кг',
    'Вес 5 кг',
  ]);
});

test('a colour that agrees with the goods and not with «Цвет» stands alone', () => {
  const names = promotedFilters(listing, [facet({}, 'Зелёная', 'Синяя с белым')], []).map(({ name }) => name);
  expect(names).toEqual(['Зелёная', 'Синяя с белым']);
});

test('a list over several categories offers none', () => {
  const wide = { ...listing, category: undefined };
  expect(promotedFilters(wide, facets, [{}, {}])).toEqual([]);
  expect(promotedFilters(wide, facets, [{}])).toHaveLength(4);
});
