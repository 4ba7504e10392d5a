import { expect, test } from 'vitest';
import { type Line, type Measured, markdownOf, withPart } from './table.ts';

const rate: Line = {
  what: 'Список',
  bench: 'api',
  row: /^list, 16$/,
  figure: 'per_second',
  unit: '/s',
  budget: (products) => (products <= 10_000 ? 3_000 : null),
  peer: '68/с',
};
const wait: Line = { ...rate, what: 'Список, p95', row: /^list, 1$/, figure: 'p95', unit: 'мс', budget: () => 5 };
const at = (products: number, per_second: number, p95: number, errors = 0): Measured => ({
  products,
  rows: new Map([
    [
      'api',
      [
        { what: 'list, 16', per_second, errors },
        { what: 'list, 1', p95, errors },
      ],
    ],
  ]),
});

test('a budget that holds at one size only is stated with it, a missed one is bold, cost grows by the inverse of a rate', () => {
  const table = markdownOf([rate, wait], [at(3_000, 6_000, 1.2), at(1_000_000, 2_000, 6)]).replaceAll('\u00a0', ' ');
  expect(table.split('\n')).toEqual([
    '| Что | Бюджет | 3 000 | 1 000 000 | Рост | Выполнен | Другие |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    '| Список | ≥ 3 000/с при 3 000 | 6 000/с | 2 000/с | × 3,0 | да | 68/с |',
    '| Список, p95 | ≤ 5 мс | 1,2 мс | **6 мс** | × 5,0 | **нет** | 68/с |',
  ]);
});

test('what was measured with errors, or not at all, is not met', () => {
  const table = markdownOf([rate], [at(3_000, 9_000, 1, 4)]);
  expect(table).toContain('| нет | – | **нет** |');
});

test('only the part between its marks is written', () => {
  expect(withPart('a\n<!-- t -->\nold\n<!-- /t -->\nb', 't', 'new')).toBe('a\n<!-- t -->\nnew\n<!-- /t -->\nb');
  expect(() => withPart('a', 't', 'new')).toThrow('No marks');
});
