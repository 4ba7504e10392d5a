import iconv from 'iconv-lite';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type DocumentKind, documentText, UnreadableDocument } from '#platform/document-text.ts';
import { zip } from '#test/support/zip.ts';

const lines = 'Штукатурка гипсовая 30 кг\t14 меш.\nПрофиль «ПП» 60×27\t45 шт.';

const read = (kind: DocumentKind, bytes: Buffer, owner = 'sender') => documentText(kind, bytes, owner);

describe('the text of a document, read in a process of its own', () => {
  test.each(['win1251', 'cp866', 'koi8-r', 'utf8', 'utf16le'] as const)('plain text in %s', async (encoding) => {
    const text = lines.replace('×', 'х').replace(/[«»]/g, '"');
    const bytes = iconv.encode(text, encoding, { addBOM: encoding === 'utf16le' });
    expect((await read('plain', bytes)).replace('\ufeff', '')).toBe(text);
  });

  test('RTF: code page, \\u with its replacement, table cells, and nothing of fonts and styles', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1251\uc1{\fonttbl{\f0 Times New Roman;}}{\*\generator Word;}{\info{\title secret}}
\pard \'d8\'f2\'f3\'ea\'e0\'f2\'f3\'f0\'ea\'e0 30 \u1082?\u1075?\cell 14\cell\row
\pard \'ca\'eb\'e5\'e9 \{\'e1\'e5\'eb\'fb\'e9\}\emdash 2\par}`;
    const text = await read('rtf', Buffer.from(rtf, 'latin1'));
    expect(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual(['Штукатурка 30 кг\t14', 'Клей {белый}—2']);
  });

  test('a Word document: paragraphs and rows of tables are lines', async () => {
    const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
    const cell = (...texts: string[]) => `<w:tc>${texts.map(paragraph).join('')}</w:tc>`;
    const document = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="urn:w"><w:body>${paragraph('Смета &amp; список')}<w:tbl><w:tr>${cell('Штукатурка', '30 кг')}${cell('14')}</w:tr><w:tr>${cell('Клей')}${cell('2')}</w:tr></w:tbl></w:body></w:document>`;
    const bytes = zip([
      { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
      { name: 'word/document.xml', data: Buffer.from(document) },
    ]);
    expect(await read('docx', bytes)).toBe('Смета & список\nШтукатурка 30 кг\t14\nКлей\t2');
  });

  test('a spreadsheet: a line per row, numbers without binary dust, barcodes with all their digits', async () => {
    const bytes = await writeXlsxFile([
      [{ value: 'Наименование' }, { value: 'Кол-во' }],
      [{ value: 'Плитка 30х60' }, { value: 0.1 + 0.2 }],
      [null, { value: 5 }],
      [{ value: 'Штрихкод' }, { value: 4_601_234_567_893 }],
    ]).toBuffer();
    expect(await read('xlsx', bytes)).toBe('Наименование\tКол-во\nПлитка 30х60\t0,3\n\t5\nШтрихкод\t4601234567893');
  });

  test('a PDF: pieces on one height are a line, columns are parted by a tab', async () => {
    const document = new PDFDocument();
    const pieces: Buffer[] = [];
    document.on('data', (piece: Buffer) => pieces.push(piece));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document
      .fontSize(12)
      .text('Cement M500 25 kg', 60, 100, { lineBreak: false })
      .text('14', 320, 100)
      .text('Grout', 60, 130);
    document.end();
    await ended;
    expect(await read('pdf', Buffer.concat(pieces))).toBe('Cement M500 25 kg\t14\nGrout');
  });

  test('damaged, locked and swollen files are refused, not believed', async () => {
    const bomb = zip([{ name: 'word/document.xml', data: Buffer.alloc(26 * 1024 * 1024, 32) }]);
    const wrong: [Parameters<typeof documentText>[0], Buffer][] = [
      ['docx', Buffer.from('PK\u0003\u0004 no archive')],
      ['docx', zip([{ name: 'word/other.xml', data: Buffer.from('<a/>') }])],
      ['docx', zip([{ name: 'word/document.xml', data: Buffer.from('<w:p><w:t>open') }])],
      ['docx', bomb],
      ['xlsx', zip([{ name: 'xl/other.xml', data: Buffer.from('<a/>') }])],
      ['pdf', Buffer.from('%PDF-1.7 nothing')],
      ['rtf', Buffer.from('plain')],
    ];
    for (const [kind, bytes] of wrong) await expect(read(kind, bytes), kind).rejects.toThrow(UnreadableDocument);
  });

  test('two at once are read one after another', async () => {
    const texts = await Promise.all(
      Array.from({ length: 2 }, (_, at) => read('plain', Buffer.from(`список ${at}`), `sender ${at}`)),
    );
    expect(texts).toEqual(Array.from({ length: 2 }, (_, at) => `список ${at}`));
  });
});
