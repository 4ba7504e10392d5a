import { expect, test } from 'vitest';
import { csvTable, xlsxTable } from './table-export.ts';

const hostile = ['=1+1', '+7 921', '-2', '@cmd', '\t=1', 'a;b', 'кавычка "', 'обычное'];

test('[3] text that looks like a formula is text in a table that is taken away', async () => {
  const text = csvTable(
    ['Поле'],
    hostile.map((value) => [value]),
  ).bytes.toString();
  expect(text.split('\r\n').slice(1, -1)).toEqual([
    ...["'=1+1", "'+7 921", "'-2", "'@cmd", "'\t=1"],
    ...['"a;b"', '"кавычка """', 'обычное'],
  ]);
  const { bytes, extension } = await xlsxTable(['Поле', 'Сумма'], [['=1+1', 12.5]], [20, 10]);
  expect(extension).toBe('xlsx');
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});
