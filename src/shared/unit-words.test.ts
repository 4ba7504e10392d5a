import { expect, test } from 'vitest';
import {
  fieldWord,
  perUnit,
  plainUnit,
  readAmount,
  readCount,
  type ShownUnit,
  shownAmount,
  shownCount,
  shownPrice,
  stepWords,
  typedAmount,
} from './unit-words.ts';

const pair: ShownUnit = {
  short: 'пара',
  parts: 1,
  is_counted_short: false,
  forms: {
    one: 'пара',
    two: 'пары',
    five: 'пар',
    accusative: 'пару',
    genitive: 'пары',
    genitive_many: 'пар',
  },
};
const metre: ShownUnit = {
  short: 'м',
  parts: 10,
  is_counted_short: true,
  forms: {
    one: 'метр',
    two: 'метра',
    five: 'метров',
    accusative: 'метр',
    genitive: 'метра',
    genitive_many: 'метров',
  },
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('A count is told in the forms of its unit, by number and case', () => {
  const said = (count: number, as?: 'accusative' | 'genitive') => plain(shownAmount(count, pair, as));
  expect([1, 2, 5, 11, 20, 21, 22].map((count) => said(count))).toEqual([
    '1 пара',
    '2 пары',
    '5 пар',
    '11 пар',
    '20 пар',
    '21 пара',
    '22 пары',
  ]);
  expect([1, 2, 21].map((count) => said(count, 'accusative'))).toEqual(['1 пару', '2 пары', '21 пару']);
  expect([1, 2, 5, 21].map((count) => said(count, 'genitive'))).toEqual(['1 пары', '2 пар', '5 пар', '21 пары']);
  expect(plain(perUnit(pair))).toBe('за пару');
});

test('Goods sold by a part of a metre are shown, priced and typed in metres', () => {
  expect(plain(shownAmount(470, metre))).toBe('47 м');
  expect(plain(shownAmount(47, metre))).toBe('4,7 м');
  expect(plain(shownAmount(12_345, metre))).toBe('1 234,5 м');
  expect(shownPrice(600, metre)).toBe(6_000);
  expect(plain(perUnit(metre))).toBe('за метр');
  expect(plain(stepWords(1, metre) ?? '')).toBe('по 0,1 м');
  expect(stepWords(1, pair)).toBeNull();
  expect(plain(stepWords(8, pair) ?? '')).toBe('по 8 пар');
  expect(typedAmount(12_345, metre)).toBe('1234,5');
  expect([readCount('4,7', metre), readCount('4.70', metre), readCount(' 1 234,5 ', metre)]).toEqual([
    { count: 47 },
    { count: 47 },
    { count: 12_345 },
  ]);
  expect(readCount('4,75', metre)).toEqual({ message: 'Количество кратно 0,1, например 4,8' });
  expect(readAmount('4,75', metre)).toEqual({ count: 48, is_whole: false });
  expect(readCount('2,5', pair)).toEqual({ message: 'Укажите целое число, например 3' });
  expect(readCount('много', pair)).toEqual({ message: 'Должно быть числом' });
  expect(readCount('-1', pair)).toEqual({ message: 'Должно быть числом' });
});

test('Parts of every size that the table takes come back as they were typed', () => {
  for (const parts of [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000])
    for (const count of [0, 1, 3, 7, 99, 1000, 99_999])
      expect(readCount(typedAmount(count, { parts }), { parts })).toEqual({ count });
  expect(typedAmount(3, { parts: 8 })).toBe('0,375');
  expect(plain(shownCount(1_234_567, { parts: 1 }))).toBe('1 234 567');
  expect(plain(shownCount(99_999, { parts: 1000 }))).toBe('99,999');
});

test('A unit without forms keeps its short form, never inflected', () => {
  const roll = plainUnit('рул.');
  expect([1, 2, 5].map((count) => plain(shownAmount(count, roll, 'genitive')))).toEqual(['1 рул.', '2 рул.', '5 рул.']);
  expect(plain(perUnit(roll))).toBe('за рул.');
  expect(plain(perUnit(plainUnit('м²')))).toBe('за м²');
  expect(['Н·м', 'А·ч', 'Вт/(м·К)'].map((name) => plainUnit(name).short)).toEqual(['Н·м', 'А·ч', 'Вт/(м·К)']);
  expect(plain(shownAmount(5, plainUnit('шпуля')))).toBe('5 ед. (шпуля)');
});

test('A field has room for an abbreviation, else for the inflected word', () => {
  expect(fieldWord(20, pair)).toBe('пар');
  expect(fieldWord(20, { ...pair, short: 'уп.' })).toBe('уп.');
  expect(fieldWord(15, metre)).toBe('м');
});
