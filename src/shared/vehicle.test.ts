import { expect, test } from 'vitest';
import { formatWeight } from './plurals.ts';
import { isFromRoll, vehicleFor } from './vehicle.ts';

test('[S9-07] weight is shown in whole kilograms, rounded up', () => {
  expect(formatWeight(457_001)).toBe('458\u00a0кг');
  expect(formatWeight(1)).toBe('1\u00a0кг');
  expect(formatWeight(0)).toBe('0\u00a0кг');
});

test('a heavy order names the vehicle that the delivery tariff has for it, and no smaller one', () => {
  const rates = [
    { up_to_grams: 1_500_000, vehicle: 'фургон до 1,5 т' },
    { up_to_grams: 30_000, vehicle: 'легковой автомобиль' },
    { up_to_grams: 3_000_000, vehicle: 'газель до 3 т' },
    { up_to_grams: 5_000_000, vehicle: 'бортовая машина до 5 т' },
  ];
  expect(vehicleFor(10_000, rates)).toBeNull();
  expect(vehicleFor(150_000, rates), 'two bags more than a courier takes are no load for a van').toBeNull();
  expect(vehicleFor(150_001, rates)).toBe('нужен фургон до 1,5 т');
  expect(vehicleFor(374_000, rates)).toBe('нужен фургон до 1,5 т');
  expect(vehicleFor(2_000_000, rates)).toBe('нужна газель до 3 т');
  expect(vehicleFor(4_000_000, rates)).toBe('нужна бортовая машина до 5 т');
  expect(vehicleFor(30_000_000, rates)).toBe('понадобится несколько рейсов');
  expect(vehicleFor(374_000, []), 'no tariff, no promise').toBeNull();
});

test('floor covering is cut from a roll; a cable by the metre and boards in packs are not', () => {
  const metre = { parts: 10 };
  expect(isFromRoll({ base_unit: 'м²', shown_unit: metre })).toBe(true);
  expect(isFromRoll({ base_unit: 'м', shown_unit: metre })).toBe(false);
  expect(isFromRoll({ base_unit: 'м²', shown_unit: { parts: 1 } })).toBe(false);
});
