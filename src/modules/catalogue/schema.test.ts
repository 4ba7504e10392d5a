import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutMarks } from '#shared/campaign-marks.ts';
import { countFilters, listingFromQuery, listingToQuery, withFilter } from '#shared/listing-query.ts';
import type { Listing } from './schema.ts';

const read = (query: string) => listingFromQuery(withoutMarks(new URLSearchParams(query)));

test('ticks of one group stand side by side, prices are in roubles, the default is not written', () => {
  const listing = read('osnova=12&osnova=14&brand=suhona&price_from=149&price_to=900,5&in_stock=1&sort=price&page=2');
  expect(listing).toMatchObject({
    filters: { osnova: ['12', '14'], brand: ['suhona'] },
    price_from: 14_900,
    price_to: 90_050,
    in_stock: true,
    sort: 'price',
    page: 2,
    ignored: [],
  });
  expect(listingToQuery(listing).toString()).toBe(
    'in_stock=1&price_from=149&price_to=900.5&brand=suhona&osnova=12&osnova=14&sort=price&page=2',
  );
  expect(listingToQuery(read('')).toString()).toBe('');
});

test('two number fields become a range; bounds the wrong way round are swapped; an empty field is nothing', () => {
  expect(read('sloy_from=80&sloy_to=5,50').filters).toEqual({ sloy: ['5.5..80'] });
  expect(read('sloy_from=&sloy_to=').filters).toEqual({});
  expect(read('price_from=900&price_to=100')).toMatchObject({ price_from: 10_000, price_to: 90_000 });
});

test('[S2-14] what makes no sense is left out and named, marks of advertising are not', () => {
  const listing = read('page=0&limit=1000&sort=best&price_from=много&osnova=<b>&sloy_from=x&utm_source=mail&yclid=1');
  expect(listing.ignored.sort()).toEqual(['limit', 'osnova', 'page', 'price_from', 'sloy_from', 'sort']);
  expect(listing).toMatchObject({ page: 1, limit: 24, sort: 'popular', filters: {} });
});

test('a query is cut at 100 characters and sorted by relevance', () => {
  const listing = read(`q=${encodeURIComponent(`  гипс\u0000 ${'а'.repeat(200)}`)}`);
  expect(listing.q).toHaveLength(100);
  expect(listing.q?.startsWith('гипс а')).toBe(true);
  expect(listing.sort).toBe('relevance');
});

test('a tick goes on and off and leads back to the first page', () => {
  const listing = read('osnova=12&page=3&in_stock=1');
  const more = withFilter(listing, 'osnova', '14', true);
  expect(more).toMatchObject({ filters: { osnova: ['12', '14'] }, page: 1 });
  expect(withFilter(withFilter(more, 'osnova', '12', false), 'osnova', '14', false).filters).toEqual({});
  expect(countFilters(more)).toBe(3);
});

test('any list survives the way to the address and back', () => {
  const number = fc.integer({ min: 0, max: 99_999 });
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const listings = fc.record({
    q: optional(fc.constantFrom('штукатурка', '25 кг', 'a&b=c')),
    filters: fc.dictionary(
      fc.constantFrom('osnova', 'brand', 'ves', 'sloy'),
      fc.uniqueArray(number.map(String), { minLength: 1, maxLength: 4 }),
    ),
    price: optional(fc.tuple(number, number)),
    in_stock: fc.boolean(),
    page: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(listings, ({ q, filters, price, in_stock, page }) => {
      const sorted = Object.fromEntries(Object.entries(filters).map(([code, values]) => [code, values.sort()]));
      const listing: Listing = {
        filters: sorted,
        sort: q ? 'relevance' : 'popular',
        page,
        limit: 24,
        ...(q ? { q } : {}),
        ...(in_stock ? { in_stock } : {}),
        ...(price ? { price_from: Math.min(...price), price_to: Math.max(...price) } : {}),
      };
      const { ignored, ...back } = listingFromQuery(listingToQuery(listing));
      expect(ignored).toEqual([]);
      expect({ ...back, filters: Object.fromEntries(Object.entries(back.filters).sort()) }).toEqual({
        ...listing,
        filters: Object.fromEntries(Object.entries(listing.filters).sort()),
      });
    }),
    { numRuns: 300 },
  );
});
