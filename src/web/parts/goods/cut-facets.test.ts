import { expect, test } from 'vitest';
import type { Facet } from '#modules/search/listing.ts';
import { cutFacets } from './cut-facets.ts';

const values = Array.from({ length: 300 }, (_, at) => ({
  id: `v${at}`,
  value: `Бренд ${at}`,
  count: at === 250 || at === 120 ? 90 : 2,
  selected: at === 299,
}));
const brands: Facet = { code: 'brand', name: 'Бренд', unit: null, measure: null, kind: 'values', values };

test('a long list of values is cut to the first, the largest and the chosen, in their order', () => {
  const [cut] = cutFacets([brands], 1_000, false);
  expect(cut?.values.map(({ id }) => id)).toEqual([...values.slice(0, 40).map(({ id }) => id), 'v120', 'v250', 'v299']);
  expect(cut?.more).toBe(257);
});

test('the facet that was asked for whole and short lists are not cut', () => {
  expect(cutFacets([brands], 1_000, false, 'brand')[0]).toMatchObject({ values, more: 0 });
  const short = { ...brands, values: values.slice(0, 50) };
  expect(cutFacets([short], 1_000, false)[0]).toMatchObject({ values: short.values, more: 0 });
});

test('a facet whose only value all the goods found have is left out; one that is chosen, or that some lack, stays', () => {
  const only = (count: number, selected = false): Facet => ({
    code: 'osnova',
    name: 'Основа',
    unit: null,
    measure: null,
    kind: 'values',
    values: [{ id: 'gips', value: 'Гипсовая', count, selected }],
  });
  expect(cutFacets([only(19)], 19, false)).toEqual([]);
  expect(cutFacets([only(19, true)], 19, false)).toHaveLength(1);
  expect(cutFacets([only(18)], 19, false)).toHaveLength(1);
});

test('in a list of several families a facet of few goods is left out; one that is chosen, or the promotions, stays', () => {
  const of = (count: number, { code = 'shlic', selected = false } = {}): Facet => ({
    ...brands,
    code,
    values: [
      { id: 'ph2', value: 'PH2', count, selected },
      { id: 'pz2', value: 'PZ2', count, selected: false },
    ],
  });
  expect(cutFacets([of(9)], 100, true)).toEqual([]);
  expect(cutFacets([of(9)], 100, false)).toHaveLength(1);
  expect(cutFacets([of(10)], 100, true)).toHaveLength(1);
  expect(cutFacets([of(9, { selected: true }), of(9, { code: 'action' })], 100, true)).toHaveLength(2);
});

test('values that would leave nothing stand last in a long list; a short one, read whole, keeps its order', () => {
  const of = (counts: number[]): Facet => ({
    ...brands,
    values: counts.map((count, at) => ({ id: `v${at}`, value: `Бренд ${at}`, count, selected: at === 2 })),
  });
  const order = (counts: number[]) =>
    cutFacets([of(counts)], 1_000, false)[0]
      ?.values.map(({ id }) => id)
      .join(' ');
  expect(order([0, 3, 0, 1, 0, 1, 1, 1, 1, 1, 1])).toBe('v1 v2 v3 v5 v6 v7 v8 v9 v10 v0 v4');
  expect(order([0, 3, 0, 1])).toBe('v0 v1 v2 v3');
});
