import { SaxesParser } from 'saxes';
import { ensure } from '#shared/ensure.ts';
import { readArchive } from './archive.ts';
import { mostUnpackedBytes, mostUnpackedOfTable } from './limits.ts';
import { parseXml } from './parse-xml.ts';

const stringsName = 'xl/sharedStrings.xml';
const sheetPattern = /^xl\/worksheets\/sheet(\d{1,3})\.xml$/;
const mostSheets = 10;

/** `gaps`: of rows left out because they are empty, so many in a row keep their place. */
type Taken = { columns: number; rows: number; bytes: number; gaps: number };
const ofStranger: Taken = { columns: 60, rows: Number.POSITIVE_INFINITY, bytes: mostUnpackedBytes, gaps: 0 };
const ofStaff: Taken = { columns: 300, rows: Number.POSITIVE_INFINITY, bytes: mostUnpackedOfTable, gaps: 100 };

/**
 * The cells of a spreadsheet as they stand, a line per row with tabs between the cells, sheet after sheet. Throws when
 * it is damaged.
 */
export async function parseXlsx(bytes: Buffer): Promise<string> {
  return readSheets(bytes, firstSheets, ofStranger);
}

/** The same of the first sheet of a long and wide table, or of its first `rows`. Throws when it is damaged. */
export async function parseTable(bytes: Buffer, rows = ofStaff.rows): Promise<string> {
  return readSheets(bytes, (names) => firstSheets(names).slice(0, 1), { ...ofStaff, rows });
}

async function readSheets(bytes: Buffer, choose: (names: string[]) => string[], taken: Taken): Promise<string> {
  const files = await readArchive(bytes, (names) => [stringsName, ...choose(names)], taken.bytes);
  const sheets = choose([...files.keys()]);
  if (sheets.length === 0) throw new Error('В файле нет таблицы');
  const shared = files.get(stringsName);
  const strings = shared ? readStrings(shared) : [];
  return sheets.flatMap((name) => readRows(ensure(files.get(name)), strings, taken)).join('\n');
}

function firstSheets(names: string[]): string[] {
  const numberOf = (name: string) => Number(sheetPattern.exec(name)?.[1] ?? 0);
  return names
    .filter((name) => sheetPattern.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .slice(0, mostSheets);
}

function readStrings(source: Buffer): string[] {
  const strings: string[] = [];
  let isText = false;
  let isPhonetic = false;
  parse(source, {
    open(name) {
      if (name === 'si') strings.push('');
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = true;
    },
    text(text) {
      if (isText && !isPhonetic && strings.length > 0) strings[strings.length - 1] += text;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return strings;
}

function readRows(source: Buffer, strings: string[], taken: Taken): string[] {
  const rows: string[] = [];
  let cells: string[] = [];
  let column = 0;
  let type = '';
  let value = '';
  let isValue = false;
  parse(source, {
    open(name, attributes) {
      if (name === 'row') {
        cells = [];
        const missing = Math.min(Number(attributes.r ?? 0) - 1 - rows.length, taken.gaps);
        for (let at = 0; at < missing; at++) rows.push('');
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : cells.length;
        type = attributes.t ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text(text) {
      if (isValue) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && column < taken.columns) {
        while (cells.length < column) cells.push('');
        cells[column] = cellText(value, type, strings);
      } else if (name === 'row' && rows.length < taken.rows) rows.push(cells.join('\t'));
    },
  });
  return rows;
}

function cellText(value: string, type: string, strings: string[]): string {
  if (type === 's') return oneLine(strings[Number(value)] ?? '');
  if (type === 'n') {
    // Binary fractions are written with all their digits: 0.1 + 0.2 is 0.30000000000000004 in the file.
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return '';
    // A barcode has thirteen digits, all of them its own.
    return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(12))).replace('.', ',');
  }
  return type === 'e' || type === 'b' ? '' : oneLine(value);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** «AB12» → 27. */
function columnOf(cell: string): number {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0] ?? 'A';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Reader = {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
};

function parse(source: Buffer, reader: Reader): void {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => reader.open(local(name), attributes as Record<string, string>));
  parser.on('text', (text) => reader.text(text));
  parser.on('closetag', ({ name }) => reader.close(local(name)));
  parseXml(parser, source);
}
