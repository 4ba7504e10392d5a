import { expect, test } from 'vitest';
import { compareShares } from '#modules/landings/compare-shares.ts';
import { boundsOf, percentOf, verdictOf } from '../admin/src/content/comparison-words.ts';

const said = (verdict: 'few' | 'chance' | 'a' | 'b', p_value: number | null) =>
  verdictOf({ verdict, p_value }).replace(/\u00a0/g, ' ');

test('what is said of two variants is Russian for every probability', () => {
  const ranges: ['chance' | 'a' | 'b', number, string][] = [
    ['chance', 1, 'Разница может быть случайной: при равных вариантах такая разница встретилась бы в 100 % случаев.'],
    [
      'chance',
      0.0512,
      'Разница может быть случайной: при равных вариантах такая разница встретилась бы в 5,12 % случаев.',
    ],
    ['b', 0.01713, 'Лучше вариант B: при равных вариантах такая разница встретилась бы в 1,71 % случаев.'],
    ['a', 0.0001, 'Лучше вариант A: при равных вариантах такая разница встретилась бы в 0,01 % случаев.'],
    ['a', 0.00002, 'Лучше вариант A: при равных вариантах такая разница встретилась бы меньше чем в 0,01 % случаев.'],
    ['a', 0, 'Лучше вариант A: при равных вариантах такая разница встретилась бы меньше чем в 0,01 % случаев.'],
  ];
  for (const [verdict, p_value, words] of ranges) expect(said(verdict, p_value)).toBe(words);
  expect(
    [percentOf(null), percentOf(0), percentOf(0.00003), percentOf(0.0235)].map((one) => one.replace(/\u00a0/g, ' ')),
  ).toEqual([...['—', '0 %', 'меньше 0,01 %', '2,35 %']]);
  expect(boundsOf({ low: 0.00003, high: 0.01742 }).replace(/\u00a0/g, ' ')).toBe('от 0 % до 1,75 %');
});

test('when the data are few is said as the formula has it: five orders and five refusals to be expected, not counted', () => {
  const words = said('few', null);
  expect(words).toMatch(/ожидаться не меньше пяти заказов и не меньше пяти просмотров без заказа/);
  // Four orders of one variant are enough when the other brings the common share up.
  expect(compareShares({ seen: 1_000, ordered: 4 }, { seen: 1_000, ordered: 8 }).verdict).not.toBe('few');
  // Five of each are too few where almost everybody ordered.
  expect(compareShares({ seen: 6, ordered: 6 }, { seen: 6, ordered: 5 }).verdict).toBe('few');
});
