import { expect, test } from 'vitest';
import { type CarryingRate, carryingPrice, carryingWords, tariffWords } from './carrying.ts';

const unloading: CarryingRate = { kind: 'unloading', step_grams: 50_000, price_kopecks: 4_000, min_kopecks: 30_000 };
const stairs: CarryingRate = { kind: 'stairs', step_grams: 50_000, price_kopecks: 1_800, min_kopecks: 30_000 };

test('each begun step of weight costs, by stairs on each floor, and never less than the least', () => {
  expect(carryingPrice(unloading, 400_000, null)).toBe(32_000);
  expect(carryingPrice(unloading, 400_001, null)).toBe(36_000);
  expect(carryingPrice(unloading, 1, null)).toBe(30_000);
  expect(carryingPrice(stairs, 374_000, 5)).toBe(8 * 5 * 1_800);
  expect(carryingPrice(stairs, 374_000, 1)).toBe(30_000);
  expect(carryingPrice({ ...stairs, kind: 'lift' }, 1_000_000, 9)).toBe(20 * 1_800);
});

test('the service and its tariff in words', () => {
  expect(carryingWords({ kind: 'unloading', floor: null })).toBe('Разгрузка');
  expect(carryingWords({ kind: 'lift', floor: 9 })).toBe('Разгрузка и подъём на лифте, этаж\u00a09');
  expect(carryingWords({ kind: 'stairs', floor: 5 })).toBe('Разгрузка и подъём по лестнице, этаж\u00a05');
  expect(tariffWords(stairs)).toBe('18\u00a0₽ за каждые 50\u00a0кг на\u00a0каждый этаж, не\u00a0меньше 300\u00a0₽');
  expect(tariffWords({ ...unloading, min_kopecks: 0 })).toBe('40\u00a0₽ за каждые 50\u00a0кг');
});
