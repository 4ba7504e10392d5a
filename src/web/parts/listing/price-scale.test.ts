import { expect, test } from 'vitest';
import { lastPlace, priceScale } from './price-scale.ts';

test('a price slider ends at the cheapest and the dearest product, and rises between them in round prices', () => {
  const { priceAt, placeOf } = priceScale(3, 59_900);
  expect([priceAt(0), priceAt(lastPlace)]).toEqual([3, 59_900]);
  const prices = Array.from({ length: lastPlace + 1 }, (_, place) => priceAt(place));
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(priceAt(50)).toBe(425);
  expect([placeOf(1), placeOf(3), placeOf(425), placeOf(60_000)]).toEqual([0, 0, 50, lastPlace]);
  for (const place of [10, 33, 75]) expect(placeOf(priceAt(place))).toBe(place);
});

test('goods that cost nothing next to the others still leave a scale', () => {
  const { priceAt, placeOf } = priceScale(0, 1000);
  expect(priceAt(0)).toBe(0);
  expect(priceAt(1)).toBeGreaterThan(0);
  expect(placeOf(0)).toBe(0);
});
