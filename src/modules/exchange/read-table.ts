import { decodeText } from '#platform/document-text/plain.ts';
import { documentText, tableText, UnreadableDocument } from '#platform/document-text.ts';
import { Refusal } from '#platform/refusal.ts';
import { storableText } from '#shared/clean-text.ts';
import { tableRows } from '#shared/csv.ts';
import { ensure } from '#shared/ensure.ts';
import { foldedCell } from '#shared/folded.ts';
import { NotYml, ymlRows } from './read-yml.ts';

export const tableLimits = { bytes: 20_000_000, rows: 50_000 };
/** What the reader of spreadsheets gives at most: a longer table has been cut off. */
const mostCharacters = 400_000;
/** Above the headings stand a name, a date, an address. */
const mostLinesAbove = 30;

export type Heading = { heading: string };

/** A row under the headings: its number in the file, and the cells in the order of the map's columns. */
export type TableRow = { row: number; cells: string[] };

/**
 * A CSV, text or XLSX table, or a YML feed → the rows under its headings. Throws bad_input with the reason in Russian:
 * what it is not, that it is too large, which headings are not there.
 */
export async function readTable(
  name: string,
  bytes: Buffer,
  columns: Heading[],
  read: TableReader = readSmallXlsx,
): Promise<TableRow[]> {
  if (bytes.length > tableLimits.bytes) throw refused(`файл больше ${tableLimits.bytes / 1_000_000} МБ`);
  const rows = await rowsOf(name, bytes, read);
  const above = rows.slice(0, mostLinesAbove);
  const headings = columns.map(({ heading }) => foldedCell(heading));
  const placeOf = isFeed(name) ? placeInFeed : (cells: string[], heading: string) => cells.indexOf(heading);
  const at = above.findIndex((cells) => {
    const folded = cells.map(foldedCell);
    return headings.every((heading) => placeOf(folded, heading) >= 0);
  });
  if (at < 0) throw refused(missingWords(above, columns));
  const headingCells = ensure(rows[at]).map(foldedCell);
  const places = headings.map((heading) => placeOf(headingCells, heading));
  const under = rows.slice(at + 1).map((cells, index) => ({
    row: at + index + 2,
    cells: places.map((place) => cells[place] ?? ''),
  }));
  const filled = under.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length > tableLimits.rows) throw refused(`в таблице больше ${tableLimits.rows / 1_000} тысяч строк`);
  return filled;
}

function isFeed(name: string): boolean {
  return /\.(xml|yml)$/i.test(name);
}

/** A property of a feed is also known without its unit, as long as only one is called so. */
function placeInFeed(cells: string[], heading: string): number {
  const exact = cells.indexOf(heading);
  if (exact >= 0) return exact;
  const alike = cells.filter((cell) => cell.startsWith(`${heading}, `));
  return alike.length === 1 ? cells.indexOf(ensure(alike[0])) : -1;
}

/** All rows of a table as they stand. Throws bad_input with the reason in Russian. */
export async function readRows(name: string, bytes: Buffer): Promise<string[][]> {
  if (bytes.length > tableLimits.bytes) throw refused(`файл больше ${tableLimits.bytes / 1_000_000} МБ`);
  const rows = await rowsOf(name, bytes, readSmallXlsx);
  if (rows.length > tableLimits.rows) throw refused(`в таблице больше ${tableLimits.rows / 1_000} тысяч строк`);
  return rows;
}

/** The first lines of a table as it stands, from the one that looks like headings on. Throws bad_input. */
export async function lookAtTable(
  name: string,
  bytes: Buffer,
  read: TableReader = readSmallXlsx,
): Promise<{ headings: string[]; rows: string[][] }> {
  if (bytes.length > tableLimits.bytes) throw refused(`файл больше ${tableLimits.bytes / 1_000_000} МБ`);
  const lines = (await rowsOf(name, startOf(name, bytes), read)).slice(0, mostLinesAbove + mostShown);
  const above = lines.slice(0, mostLinesAbove);
  const headings = widestOf(above);
  const at = above.indexOf(headings);
  if (headings.filter(Boolean).length < 2) throw refused('в таблице не нашлось строки с заголовками столбцов');
  return { headings, rows: lines.slice(at + 1, at + 1 + mostShown) };
}

const startBytes = 400_000;

/** Of a long text whole lines alone: half a letter at the end would make another encoding of it. */
function startOf(name: string, bytes: Buffer): Buffer {
  const isLongText = /\.(csv|txt|tsv)$/i.test(name) && bytes.length > startBytes;
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe; // UTF-16
  if (!isLongText || isWide) return bytes;
  const end = bytes.lastIndexOf(0x0a, startBytes);
  return end > 0 ? bytes.subarray(0, end) : bytes;
}

/** Rows of a table that are shown while its columns are chosen. */
const mostShown = 5;

/** Headings fill more cells than what stands above them, and stand above what fills as many. */
function widestOf(above: string[][]): string[] {
  return above.reduce<string[]>(
    (widest, cells) => (cells.filter(Boolean).length > widest.filter(Boolean).length ? cells : widest),
    [],
  );
}

/** What reads a spreadsheet: the usual one takes a price list, not twenty thousand descriptions. */
export type TableReader = (bytes: Buffer) => Promise<string>;

async function readSmallXlsx(bytes: Buffer): Promise<string> {
  const text = await documentText('xlsx', bytes, 'command');
  if (text.length >= mostCharacters) throw refused('таблица слишком длинная для XLSX, сохраните её как CSV');
  return text;
}

export const readLongXlsx: TableReader = (bytes) => tableText('table', bytes, 'goods');
export const readHeadOfXlsx: TableReader = (bytes) => tableText('table_head', bytes, 'goods');

async function rowsOf(name: string, bytes: Buffer, read: TableReader): Promise<string[][]> {
  if (/\.(csv|txt|tsv)$/i.test(name)) {
    const text = storableText(decodeText(bytes).replaceAll('\ufeff', ''));
    return tableRows(text, separatorOf(text));
  }
  if (isFeed(name)) return feedRows(bytes);
  if (!/\.xlsx$/i.test(name)) throw refused('таблица читается из CSV, TXT или XLSX, выгрузка YML — из XML');
  try {
    const text = await read(bytes);
    return text.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    throw refused(
      error.reason === 'too_much'
        ? 'таблица слишком большая для XLSX, сохраните её как CSV'
        : 'файл не читается как таблица XLSX',
    );
  }
}

function feedRows(bytes: Buffer): string[][] {
  try {
    return ymlRows(decodeText(bytes).replace(/^\ufeff/, ''), tableLimits.rows);
  } catch (error) {
    if (!(error instanceof NotYml)) throw error;
    throw refused(`выгрузка YML не читается: ${error.message}`);
  }
}

/** What parts the first lines into the same number of cells: as many lines as can be, into as many cells. */
function separatorOf(text: string): string {
  // The beginning is enough, and a long file need not be read five times.
  const start = text.slice(0, 200_000).split('\n', mostLinesAbove).join('\n');
  return ['\t', ';', '|', ','].reduce((best, one) => (evenness(start, one) > evenness(start, best) ? one : best));
}

/** Texts have commas of their own, but not the same number in every line. */
function evenness(text: string, separator: string): number {
  const counts = Map.groupBy(
    tableRows(text, separator).map(({ length }) => length),
    (cells) => cells,
  );
  return Math.max(...[...counts].map(([cells, lines]) => (cells > 1 ? cells * lines.length : 0)));
}

function missingWords(above: string[][], columns: Heading[]): string {
  const best = widestOf(above);
  const known = best.map(foldedCell);
  const missing = columns.map(({ heading }) => heading).filter((heading) => !known.includes(foldedCell(heading)));
  const there = best.filter(Boolean).slice(0, 30).join(', ').slice(0, 500);
  return `в таблице нет столбцов: ${missing.join(', ')}. Похоже на заголовки: ${there || 'ничего'}`;
}

function refused(words: string): Refusal {
  return new Refusal('bad_input', {}, words);
}
