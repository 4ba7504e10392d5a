import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';
import { ymlRows } from './read-yml.ts';

const feed = (offers: string, categories = '') =>
  `<yml_catalog><shop><categories>${categories}</categories><offers>${offers}</offers></shop></yml_catalog>`;

/** Cells of the first offer by their headings. */
function first(offer: string, categories = ''): Record<string, string> {
  const [headings = [], cells = []] = ymlRows(feed(`<offer id="1">${offer}</offer>`, categories), 10);
  return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
}

test('of an element that stands several times the first counts, values of a property follow each other', () => {
  expect(
    first(
      '<price>100</price><param name="price">90</param><barcode>46</barcode><barcode>47</barcode><param name="barcode">48</param>',
    ),
  ).toMatchObject({ price: '100', barcode: '46' });
  expect(first('<param name="Цвет">белый</param><param name="Цвет">серый</param>')).toMatchObject({
    Цвет: 'белый, серый',
  });
});

test('kilograms become whole grams; what is no such number keeps its unit and is read by nobody', () => {
  const grams = (weight: string) => first(`<weight>${weight}</weight>`)['weight, г'];
  expect(['29.75', '1,5', '1 500', '0.0004', '0x10', 'мешок', ''].map(grams)).toEqual([
    ...['29750', '1500', '1500000', '0.0004 кг', '0x10 кг', 'мешок кг', ''],
  ]);
});

test('a category is its path from the root; circles end, what is not described stays its number', () => {
  const categories =
    '<category id="1">Смеси</category><category id="2" parentId="1">Полы</category><category id="3" parentId="3">Круг</category>';
  const path = (id: string) => first(`<categoryId>${id}</categoryId>`, categories).categoryId;
  expect(path('2')).toBe('Смеси / Полы');
  expect(path('3')).toMatch(/^Круг \/ Круг/);
  expect(path('9')).toBe('9');
});

test('long names in a deep tree cost once per category, not once per offer', () => {
  const deep = Array.from(
    { length: 20 },
    (_, at) => `<category id="${at}" parentId="${at - 1}">${'я'.repeat(1_000)}</category>`,
  ).join('');
  const before = process.memoryUsage().heapUsed;
  const rows = ymlRows(feed('<offer><categoryId>19</categoryId></offer>'.repeat(20_000), deep), 50_000);
  expect(rows).toHaveLength(20_001);
  expect(rows[1]?.[0]).toHaveLength(1_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});

test('a property is also found without its unit, unless two are called so', async () => {
  const of = (params: string) =>
    readTable('feed.yml', Buffer.from(feed(`<offer id="1">${params}</offer>`)), [{ heading: 'Остаток' }]);
  expect(await of('<param name="Остаток" unit="шт">7</param>')).toEqual([{ row: 2, cells: ['7'] }]);
  await expect(
    of('<param name="Остаток" unit="шт">7</param><param name="Остаток" unit="меш.">1</param>'),
  ).rejects.toThrow('нет столбцов: Остаток');
});
