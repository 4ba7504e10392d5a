import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type Cell, csvRow, type TableFile } from './table-export.ts';

type Portions = AsyncIterable<Cell[][]>;

/**
 * A long table as a file: rows come in portions, and none but the present one stands in memory as cells. Text that
 * looks like a formula is text. `widths`: of the columns of a spreadsheet, in characters.
 */
export function tableInPortions(
  as: 'csv' | 'xlsx',
  head: string[],
  portions: Portions,
  widths: number[],
): Promise<TableFile> {
  return as === 'csv' ? csvInPortions(head, portions) : xlsxInPortions(head, portions, widths);
}

async function csvInPortions(head: string[], portions: Portions): Promise<TableFile> {
  const pieces = [Buffer.from(`\uFEFF${csvRow(head)}\r\n`)];
  for await (const rows of portions) pieces.push(Buffer.from(rows.map((row) => `${csvRow(row)}\r\n`).join('')));
  return { bytes: Buffer.concat(pieces), type: 'text/csv; charset=utf-8', extension: 'csv' };
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The least that a workbook of one sheet consists of (ECMA-376), with a style for the headings. */
const fixedParts = [
  {
    name: '[Content_Types].xml',
    text:
      `<Types xmlns="${packages}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    text:
      `<Relationships xmlns="${packages}/relationships">` +
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    text:
      `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}">` +
      '<sheets><sheet name="Товары" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text:
      `<Relationships xmlns="${packages}/relationships">` +
      `<Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  },
  {
    name: 'xl/styles.xml',
    text:
      `<styleSheet xmlns="${spreadsheet}">` +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      // The third: text stays text when a person types into the cell (format «@»).
      '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
      '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
  },
];

async function xlsxInPortions(head: string[], portions: Portions, widths: number[]): Promise<TableFile> {
  const zip = new ZipFile();
  for (const { name, text } of fixedParts) zip.addBuffer(Buffer.from(declaration + text), name, { mtime });
  const sheet = Readable.from(sheetTexts(head, portions, widths));
  // The archive leaves the errors of a stream to whoever gave it.
  const failed = new Promise<never>((_, reject) => sheet.once('error', reject));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime });
  zip.end();
  const bytes = await Promise.race([buffer(zip.outputStream), failed]);
  return { bytes, type: `${types}.sheet`, extension: 'xlsx' };
}

/** The same table is the same file, whenever it was made. */
const mtime = new Date('2000-01-01T00:00:00Z');

async function* sheetTexts(head: string[], portions: Portions, widths: number[]): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  yield `${declaration}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>${rowXml(head, 1)}`;
  for await (const rows of portions) yield rows.map((row) => rowXml(row, 2)).join('');
  yield '</sheetData></worksheet>';
}

/** Cells follow each other: empty ones are written, so that none needs its address. */
function rowXml(row: Cell[], style: number): string {
  return `<row>${row.map((value) => cellXml(value, style)).join('')}</row>`;
}

function cellXml(value: Cell, style: number): string {
  if (value === null) return `<c s="${style}"/>`;
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no control characters but tab and line breaks. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}
