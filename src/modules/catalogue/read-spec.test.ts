import { expect, test } from 'vitest';
import { readSpec, specWords } from './read-spec.ts';

test.each<[string, string | null, number | null]>([
  ['10', null, 10],
  ['12,5', null, 12.5],
  [' -0.75 ', null, -0.75],
  ['1 200', null, 1200],
  ['1 200,50', null, 1200.5],
  ['10 мм', 'мм', 10],
  ['10ММ', 'мм', 10],
  ['10 мм', null, null],
  ['10 см', 'мм', null],
  ['10, 20', null, null],
  ['10 20', null, null],
  ['12 0', null, null],
  ['5–50', null, null],
  ['мм', 'мм', null],
  ['', null, null],
  ['4607012345678901234', null, null],
  ['0,00000001', null, null],
])('«%s» with the unit %s is the number %s', (text, unit, number) => {
  expect(readSpec(text, { type: 'number', unit })).toBe(number);
});

test.each([
  ['Да', true],
  ['TRUE', true],
  ['1', true],
  ['нет', false],
  ['0', false],
  ['белый', null],
])('«%s» is %s where yes or no is asked for', (text, read) => {
  expect(readSpec(text, { type: 'boolean', unit: null })).toBe(read);
});

test('what is read is written as it reads back', () => {
  expect([specWords(10.5), specWords(true), specWords(false), specWords('Гипс'), specWords(null)]).toEqual([
    ...['10,5', 'Да', 'Нет', 'Гипс', ''],
  ]);
  expect(readSpec(specWords(1234.5), { type: 'number', unit: null })).toBe(1234.5);
  expect(readSpec(specWords(false), { type: 'boolean', unit: null })).toBe(false);
  expect(readSpec('Гипс', { type: 'enum', unit: null })).toBe('Гипс');
});
