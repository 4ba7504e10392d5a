import { expect, test } from 'vitest';
import type { CartLine } from '#modules/cart/get-cart.ts';
import type { Department } from '#modules/departments/queries.ts';
import { pointChoices, supplyOf } from './points.ts';

const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens_minute: 540, closes_minute: 1200 }));
const place = { hours, hour_exceptions: [], time_zone: 'Europe/Moscow', latitude: null, longitude: null };
const branch = { ...place, id_1c: '00131', store: 'store12', address: 'ул. Гончарная, 2', storage_days: 5 };
const point = { ...branch, id_1c: '00132', store: 'store132', address: 'ул. Мира, 9' };
const lines = [
  { id: 1, orderable_count: 3 },
  { id: 2, orderable_count: 1 },
] as CartLine[];

/** What the point says of the two lines when so much of them lies on its shelf. */
function termsAt(iso: string, shelf: [number, number]): [string, string] {
  const contexts = new Map([['store132', new Map(shelf.map((count, index) => [index + 1, count]))]]);
  const points = [branch, point] as unknown as [Department, Department];
  const [first, second] = pointChoices(points, points[0], lines, contexts, new Date(iso));
  return [first!.terms, second!.terms].map((words) => words.replaceAll('\u00a0', ' ')) as [string, string];
}

test('a point names the hour when goods are ready: the hour that the product’s page names', () => {
  expect(termsAt('2026-11-27T06:05:00Z', [3, 0])).toEqual([
    'Всё сразу, сегодня с 10:10 до 20:00',
    '1 из 2 товаров сегодня с 10:10 до 20:00, остальное привезём завтра к 09:00',
  ]);
  expect(termsAt('2026-11-27T06:05:00Z', [0, 0])[1]).toBe('Всё привезём завтра к 09:00');
  expect(termsAt('2026-11-27T16:30:00Z', [0, 0])[0], 'no hour is left for gathering').toBe(
    'Всё сразу, завтра с 10:00 до 20:00',
  );
  expect(termsAt('2026-11-27T16:30:00Z', [0, 0])[1], 'it leaves the branch tomorrow').toBe(
    'Всё привезём 29 ноября к 09:00',
  );
});

test('a line names the day on which its point gets it: after a holiday not tomorrow', () => {
  const closed = { date: '2027-01-01', opens_minute: null, closes_minute: null, note: 'Новый год' };
  const later = { ...point, hour_exceptions: [closed] } as unknown as Department;
  const line = { id: 2, is_orderable: true, orderable_count: 1, problem: null } as CartLine;
  const supplied = (iso: string, from = branch as unknown as Department) =>
    supplyOf(line, later, from, new Map(), new Date(iso)).stock_words.replaceAll('\u00a0', ' ');
  expect(supplied('2026-12-29T09:00:00Z')).toBe('Привезём завтра: ул. Мира, 9');
  expect(supplied('2026-12-31T09:00:00Z')).toBe('Привезём 2 января: ул. Мира, 9');
  const shut = { ...branch, hour_exceptions: [closed] } as unknown as Department;
  expect(supplied('2027-01-01T09:00:00Z', shut), 'nothing leaves a closed branch').toBe(
    'Привезём 3 января: ул. Мира, 9',
  );
});
