import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test('a sum is said in Russian words with the right forms', () => {
  const cases: [kopecks: number, words: string][] = [
    [0, 'Ноль рублей 00 копеек'],
    [101, 'Один рубль 01 копейка'],
    [202, 'Два рубля 02 копейки'],
    [1_100, 'Одиннадцать рублей 00 копеек'],
    [2_111, 'Двадцать один рубль 11 копеек'],
    [100_000, 'Одна тысяча рублей 00 копеек'],
    [210_105, 'Две тысячи сто один рубль 05 копеек'],
    [4_890_000, 'Сорок восемь тысяч девятьсот рублей 00 копеек'],
    [111_211_350, 'Один миллион сто двенадцать тысяч сто тринадцать рублей 50 копеек'],
    [100_000_000_000, 'Один миллиард рублей 00 копеек'],
    [500_000_022, 'Пять миллионов рублей 22 копейки'],
  ];
  for (const [kopecks, words] of cases) expect(amountInWords(kopecks)).toBe(words);
  expect(() => amountInWords(-1)).toThrow(RangeError);
  expect(() => amountInWords(0.5)).toThrow(RangeError);
});
