import { expect, test } from 'vitest';
import { documentText, tableText } from './document-text.ts';
import type { Cell } from './table-export.ts';
import { tableInPortions } from './table-in-portions.ts';

async function* portions(...all: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* all;
}

const head = ['Код', 'Название', 'Вес'];

test('a spreadsheet made in portions is read back: formulas are text, XML is escaped, empty cells keep their place', async () => {
  const rows: Cell[][] = [
    ['00123', '=1+1', 12.5],
    ['4601234567893', 'а < б & "в" \u0000\u0007конец', null],
    [null, null, 4_601_234_567_893],
  ];
  const { bytes, extension } = await tableInPortions('xlsx', head, portions(rows.slice(0, 1), [], rows.slice(1)), [
    ...[10, 50, 10],
  ]);
  expect(extension).toBe('xlsx');
  const read = 'Код\tНазвание\tВес\n00123\t=1+1\t12,5\n4601234567893\tа < б & "в" конец\t\n\t\t4601234567893';
  expect(await documentText('xlsx', bytes, 'sender')).toBe(read);
  expect(await tableText('table', bytes, 'staff')).toBe(read);
});

test('the same as CSV: semicolons, a byte order mark, formulas behind an apostrophe', async () => {
  const { bytes } = await tableInPortions('csv', head, portions([['A;1', '=1+1', 12.5]], [['B', null, null]]), []);
  expect(bytes.toString()).toBe('\uFEFFКод;Название;Вес\r\n"A;1";\'=1+1;12,5\r\nB;;\r\n');
});

test('the same rows are the same spreadsheet; what a portion throws is thrown', async () => {
  const make = () => tableInPortions('xlsx', head, portions([['A', 'Б', 1]]), []);
  expect((await make()).bytes.equals((await make()).bytes)).toBe(true);
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield [['A', 'Б', 1]];
    throw new Error('the database went away');
  }
  for (const as of ['xlsx', 'csv'] as const)
    await expect(tableInPortions(as, head, failing(), [])).rejects.toThrow('the database went away');
});

test('a wide and long spreadsheet is read whole, or its first forty rows', async () => {
  const wide = Array.from({ length: 120 }, (_, at) => `Столбец ${at}`);
  const long = Array.from({ length: 6_000 }, (_, row) => wide.map((_, at) => (at % 7 === 0 ? row : `знач ${at}`)));
  const { bytes } = await tableInPortions('xlsx', wide, portions(long.slice(0, 3_000), long.slice(3_000)), []);
  const lines = (await tableText('table', bytes, 'staff')).split('\n');
  expect([lines.length, lines.at(-1)?.split('\t').length]).toEqual([6_001, 120]);
  expect((await tableText('table_head', bytes, 'staff')).split('\n')).toHaveLength(40);
}, 60_000);
