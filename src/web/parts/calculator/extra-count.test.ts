import { expect, test } from 'vitest';
import type { CalculatorInputs } from '#shared/calculators.ts';
import { extraCount } from './extra-count.ts';

const primer: CalculatorInputs = {
  kind: 'paint',
  rate: '0.1',
  base_unit: 'л',
  unit: 'канистра',
  factor: [10, 1],
  limits: { step: 1, min_count: 1, max_count: 99 },
  defaults: { area: '20', openings: '0', layer_mm: '10', coats: '1', waste_percent: '5' },
};
const counts = { min_count: 1, max_count: 99 };

test('a product beside the calculated one is counted by its own consumption for the same area without the openings', () => {
  expect(extraCount(counts, primer, { area: '20' })).toEqual({ count: 1, is_counted: true });
  expect(extraCount(counts, primer, { area: '250,5', openings: '10' })).toEqual({ count: 3, is_counted: true });
  expect(extraCount({ min_count: 1, max_count: 2 }, primer, { area: '250' })).toMatchObject({ count: 2 });
});

test('where no row tells the consumption, or the area is no number, nothing is counted', () => {
  expect(extraCount({ ...counts, min_count: 3 }, undefined, { area: '20' })).toEqual({ count: 3, is_counted: false });
  expect(extraCount(counts, primer, { area: 'сто' })).toEqual({ count: 1, is_counted: false });
});
