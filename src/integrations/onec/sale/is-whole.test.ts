import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/processes.ts';
import { zip } from '#test/support/zip.ts';
import { isWhole } from './is-whole.ts';

const folder = await temporaryFolder();
let made = 0;

async function wholeOf(bytes: Buffer): Promise<boolean> {
  const path = join(folder, String(++made));
  await writeFile(path, bytes);
  return isWhole(path);
}

const document = '<Документ><Ид>1</Ид><Номер>Ё</Номер></Документ>';
const xml = (root = 'КоммерческаяИнформация') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- 1С --><${root} ВерсияСхемы="2.08">${document.repeat(200)}</${root}>`;

test.each<[string, Buffer]>([
  ['in UTF-8', Buffer.from(xml())],
  ['with a line end', Buffer.from(`${xml()}\r\n`)],
  ['in windows-1251', iconv.encode(xml(), 'windows-1251')],
  ['in UTF-16', iconv.encode(xml(), 'utf-16le', { addBOM: true })],
  ['with a prefix', Buffer.from(xml('cml:КоммерческаяИнформация'))],
  ['with a comment behind the root', Buffer.from(`${xml()}\n<!-- конец -->\n`)],
  ['of nothing', Buffer.from('<КоммерческаяИнформация/>')],
  ['that is packed', zip([{ name: 'orders.xml', data: Buffer.from(xml()) }])],
])('a file %s is whole, and none of it but its end is', async (_, bytes) => {
  expect(await wholeOf(bytes)).toBe(true);
  const cuts = [0.2, 0.5, 0.9, 0.99].map((share) => Math.floor(bytes.length * share));
  for (const cut of bytes.length > 100 ? cuts : [])
    expect([cut, await wholeOf(bytes.subarray(0, cut))]).toEqual([cut, false]);
});

test('a file that is cut behind a document, or within the closing tag of its root, is not whole', async () => {
  const bytes = Buffer.from(xml());
  const text = bytes.toString();
  expect(await wholeOf(Buffer.from(text.slice(0, text.lastIndexOf('</'))))).toBe(false);
  expect(await wholeOf(bytes.subarray(0, bytes.length - 1))).toBe(false);
  expect(await wholeOf(Buffer.from('это не XML'))).toBe(true);
});
