import { expect, test } from 'vitest';
import { listingFromQuery, mostValues } from './listing-query.ts';

test('of thousands of values of one filter the first hundred are taken, the filter is named as left out, others are untouched', () => {
  const query = new URLSearchParams([
    ...Array.from({ length: 3_000 }, (_, at) => ['color', `v${at}`]),
    ['color', 'v0'],
    ['brand', 'suhona'],
  ]);
  const { filters, ignored } = listingFromQuery(query);
  expect(filters.color).toEqual(Array.from({ length: mostValues }, (_, at) => `v${at}`));
  expect(filters.brand).toEqual(['suhona']);
  expect(ignored).toEqual(['color']);
});
