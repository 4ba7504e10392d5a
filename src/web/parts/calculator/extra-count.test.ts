import { expect, test } from 'vitest';
import type { ProductCard } from '#modules/catalogue/card.ts';
import type { CalculatorInputs } from '#shared/calculators.ts';
import { chosenExtra, worthOffering } from './extra-count.ts';

function pack(id: number, litres: number, price: number, more: Partial<ProductCard> = {}) {
  const calculator: CalculatorInputs = {
    kind: 'paint',
    rate: '0.1',
    base_unit: 'л',
    unit: 'канистра',
    factor: [litres, 1],
    limits: { step: 1, min_count: 1, max_count: 99 },
    defaults: { area: '20', openings: '0', layer_mm: '10', coats: '1', waste_percent: '5' },
  };
  const card = { id, name: 'Грунтовка', price, buyer_price: null, available: 50, min_count: 1, max_count: 99, ...more };
  return { card: card as ProductCard, calculator };
}

const alone = { ...pack(1, 10, 154_000), others: [] };
const inPacks = { ...alone, others: [pack(2, 1, 23_000), pack(3, 5, 90_000)] };
const chosen = (extra: Parameters<typeof chosenExtra>[0], area: string, openings?: string) => {
  const { card, count, is_counted, is_planned } = chosenExtra(extra, { area, ...(openings && { openings }) });
  return [card.id, count, is_counted && (is_planned ? 'planned' : 'counted')];
};

test('a product beside the calculated one is counted by its own consumption for the same area without the openings', () => {
  expect(chosen(alone, '100')).toEqual([1, 2, 'planned']);
  expect(chosen(alone, '250,5', '10')).toEqual([1, 3, 'planned']);
  expect(chosen({ ...pack(1, 10, 154_000, { max_count: 2 }), others: [] }, '250')).toEqual([1, 2, 'planned']);
});

test('of its packs the one that costs the least is chosen, of those there is enough of', () => {
  expect(chosen(inPacks, '20')).toEqual([2, 3, 'planned']);
  expect(chosen(inPacks, '45')).toEqual([3, 1, 'planned']);
  expect(chosen(inPacks, '95')).toEqual([1, 1, 'planned']);
  const fewSmall = { ...alone, others: [pack(2, 1, 23_000, { available: 2 })] };
  expect(chosen(fewSmall, '20')[0], 'three of them are not there').toBe(1);
});

test('packs that no usual area takes are not offered', () => {
  const dear = pack(4, 5, 200_000);
  const { others } = worthOffering({ ...alone, others: [...inPacks.others, dear] });
  expect(others.map(({ card }) => card.id)).toEqual([2, 3]);
});

test('a pack most of which would be left over is nobody’s plan', () => {
  expect(chosen(alone, '20')).toEqual([1, 1, 'counted']);
});

test('where no row tells the consumption, or the area is no number, nothing is counted', () => {
  const uncounted = { ...pack(1, 10, 100, { min_count: 3 }), calculator: null, others: [] };
  expect(chosen(uncounted, '20')).toEqual([1, 3, false]);
  expect(chosen(inPacks, 'сто')).toEqual([1, 1, false]);
});

test('[S2-15] a skirting board is counted along the walls of a room whose sides are given', () => {
  const board = { name: 'Плинтус напольный', base_unit: 'м', factor: [22, 10] as const, step: 1 };
  const extra = { ...pack(5, 1, 21_000, board), calculator: null, others: [] };
  const inRoom = (room_length: string, room_width: string) =>
    chosenExtra(extra, { area: '20', room_length, room_width });
  expect(inRoom('5', '4')).toMatchObject({ count: 9, is_counted: true, is_planned: false, along: '18\u00a0м' });
  expect(inRoom('2,5', '3,1')).toMatchObject({ count: 6, along: '11,2\u00a0м' });
  expect(inRoom('пять', '4')).toMatchObject({ count: 1, is_counted: false });
  expect(chosen(extra, '20'), 'of an area alone the walls are not known').toEqual([5, 1, false]);
  const threshold = { ...extra, card: { ...extra.card, name: 'Порог алюминиевый' } };
  expect(chosenExtra(threshold, { area: '20', room_length: '5', room_width: '4' }).is_counted).toBe(false);
});
