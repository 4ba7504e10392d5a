import { expect, test } from 'vitest';
import { formatWeight, vehicleFor } from './vehicle.ts';

test('[S9-07] weight is shown in whole kilograms, rounded up', () => {
  expect(formatWeight(457_001)).toBe('458\u00a0кг');
  expect(formatWeight(1)).toBe('1\u00a0кг');
  expect(formatWeight(0)).toBe('0\u00a0кг');
});

test('a heavy order names the vehicle to come with', () => {
  expect(vehicleFor(10_000)).toBeNull();
  expect(vehicleFor(840_000)).toBe('нужен фургон до 1,5 т');
  expect(vehicleFor(30_000_000)).toBe('понадобится несколько рейсов');
});
