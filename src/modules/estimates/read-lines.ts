import { splitRow } from '#shared/csv.ts';
import { ensure } from '#shared/ensure.ts';
import { estimateLimits, type ReadLine } from './schema.ts';
import { unitFamilies } from './unit-family.ts';

/**
 * The text of a file or of a pasted list → its lines. Understands free lines («Штукатурка гипсовая 30 кг — 14 меш.»,
 * «20 мешков цемента») and tables with tabs, semicolons or bars between the columns, with or without a heading.
 * Headings, sums and empty lines are left out.
 */
export function readLines(text: string): ReadLine[] {
  const rows = text
    .slice(0, estimateLimits.textCharacters)
    .replaceAll('\ufeff', '')
    .split(/\n/)
    .map((row) =>
      row
        .slice(0, mostOfRow)
        .replace(/[^\S\t]+/g, ' ')
        .trim(),
    )
    .filter((row) => row !== '');
  const separator = separatorOf(rows);
  const isCounted = endsInCounts(rows);
  const lines: ReadLine[] = [];
  let columns: Columns | null = null;
  for (const row of rows) {
    if (lines.length >= estimateLimits.lines) break;
    const cells = separator ? splitRow(row, separator) : [row];
    const heading = cells.length > 1 ? headingOf(cells) : null;
    if (heading) {
      columns = heading;
      continue;
    }
    const line = cells.length > 1 ? lineOfCells(cells, columns) : lineOfText(row, isCounted);
    if (line && !isNoPosition(line.name)) lines.push({ ...line, text: cut(shownCells(cells, columns).join(' · ')) });
  }
  return lines;
}

/** The line has a number of its own where it is shown. */
function shownCells(cells: string[], columns: Columns | null): string[] {
  const isNumbered =
    cells.length > 2 && columns?.amount !== 0 && columns?.article !== 0 && /^\d{1,4}\.?$/.test(cells[0]?.trim() ?? '');
  return cells.slice(isNumbered ? 1 : 0).filter(Boolean);
}

/** A row with its numbers and prices; a longer one is no list. */
const mostOfRow = 600;

type Columns = { name: number; amount: number | null; unit: number | null; article: number | null };
type Position = Omit<ReadLine, 'text'>;

/** What parts the columns of most rows; null: free lines. */
function separatorOf(rows: string[]): string | null {
  const share = (separator: string) => rows.filter((row) => splitRow(row, separator).length > 1).length / rows.length;
  return (
    ['\t', ';', '|'].find((separator) => share(separator) >= 0.5) ??
    (rows.some((row) => row.includes('\t')) ? '\t' : null)
  );
}

const headings = {
  name: /наименован|названи|материал|товар|номенклатур|позици|продукци/i,
  amount: /^(кол|к-во|количеств|объ[её]м)/i,
  unit: /^(ед|изм|е\.?и)/i,
  article: /артикул|^арт\.?$|^код/i,
};

/** Which column is which, when the row is the heading of a table. */
function headingOf(cells: string[]): Columns | null {
  if (cells.some((cell) => /\d{2}/.test(cell))) return null;
  const find = (pattern: RegExp) => {
    const at = cells.findIndex((cell) => pattern.test(cell.trim()));
    return at < 0 ? null : at;
  };
  const name = find(headings.name);
  if (name === null) return null;
  const columns = { name, amount: find(headings.amount), unit: find(headings.unit), article: find(headings.article) };
  return columns.amount === null && columns.unit === null && columns.article === null && cells.length < 3
    ? null
    : columns;
}

function lineOfCells(cells: string[], columns: Columns | null): Position | null {
  if (columns) {
    const name = cells[columns.name] ?? '';
    if (!hasWords(name)) return null;
    const read = columns.amount === null ? null : readAmount(cells[columns.amount] ?? '');
    const unit = columns.unit === null ? null : cells[columns.unit]?.trim() || null;
    const article = columns.article === null ? '' : (cells[columns.article] ?? '');
    const free = read ? null : lineOfText(name);
    return {
      name: cut([read ? withoutNumber(name) : (free?.name ?? name), article].filter(Boolean).join(' ')),
      amount: read?.amount ?? free?.amount ?? null,
      unit: read?.unit ?? unit ?? free?.unit ?? null,
    };
  }
  const at = cells.reduce((best, cell, index) => (letters(cell) > letters(ensure(cells[best])) ? index : best), 0);
  const name = ensure(cells[at]);
  if (!hasWords(name)) return null;
  const others = cells.map((cell, index) => ({ cell, index })).filter(({ cell, index }) => index !== at && cell !== '');
  const unit = others.find(({ cell }) => unitFamilies(cell).length > 0 && !readAmount(cell));
  const numbers = others.filter(
    ({ cell, index }) =>
      readAmount(cell) && !/^0\d/.test(cell) && !(index === 0 && /^\d{1,4}\.?$/.test(cell) && index < at),
  );
  // The amount stands beside its unit, a price farther right.
  const near = unit
    ? [...numbers].sort((a, b) => Math.abs(a.index - unit.index) - Math.abs(b.index - unit.index))[0]
    : withoutUnit(numbers);
  const read = near ? readAmount(near.cell) : null;
  const free = read ? null : lineOfText(name);
  const article = others.find(({ cell }) => /^[\d-]{5,14}$/.test(cell) && cell !== near?.cell)?.cell ?? '';
  return {
    name: cut([free?.name ?? withoutNumber(name), article].filter(Boolean).join(' ')),
    amount: read?.amount ?? free?.amount ?? null,
    unit: read?.unit ?? unit?.cell ?? free?.unit ?? null,
  };
}

/**
 * The price stands right of the amount, as a rule. A first number that alone of the two has kopecks is the price where
 * it is the larger one: «350,00 · 10», but «12,50 · 780» is so many metres.
 */
function withoutUnit<Cell extends { cell: string }>(numbers: Cell[]): Cell | undefined {
  const [first, next] = numbers;
  if (!first || !next || !withKopecks.test(first.cell) || withKopecks.test(next.cell)) return first;
  return numberOf(first.cell) > numberOf(next.cell) ? next : first;
}

function numberOf(cell: string): number {
  return Number(readAmount(cell)?.amount.replace(',', '.'));
}

const withKopecks = /\d[.,]\d\d\D*$/;
const number = '\\d{1,3}(?:[ \\u00a0]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?';
const unitWord =
  '(?:тыс(?:яч[аи]?)?\\.? ?шт(?:ук)?|шт(?:ук[аи]?|уки)?|меш(?:ок|ка|ков|ки)?|мш|уп(?:ак(?:ов(?:ка|ки|ок))?)?|пач(?:ка|ки|ек)?|пч|кор(?:об(?:ка|ки|ок)?)?|рул(?:он(?:а|ов|ы)?)?|бухт(?:а|ы)?|лист(?:а|ов|ы)?|компл(?:ект(?:а|ов|ы)?)?|набор(?:а|ов|ы)?|пар(?:а|ы)?|бан(?:ка|ки|ок)?|вед(?:ро|ра|ер|ёр)|тюб(?:ик(?:а|ов)?)?|баллон(?:а|ов)?|кан(?:истр(?:а|ы)?)?|бут(?:ыл(?:ка|ки|ок))?|фл(?:акон(?:а|ов)?)?|мот(?:ок|ка|ков)|м2|м²|кв\\.? ?м(?:етр(?:а|ов)?)?|м3|м³|куб(?:а|ов)?|пог\\.? ?м|п\\.? ?м|м\\.? ?п|м(?:етр(?:а|ов|ы)?)?|кг|тонн(?:а|ы)?|т|л(?:итр(?:а|ов)?)?)';
const end = '\\.?(?![\\p{L}\\d])';
const price = new RegExp(
  `(?:[-–—=,;:]|по)?\\s*(?:${number})\\s*(?:руб(?:л(?:ей|я|ь))?|р|₽)\\.?(?:\\s*/\\s*${unitWord}\\.?)?\\s*$`,
  'iu',
);
/** «— 14 меш», «: 20», «х 5 шт», «= 3». */
const afterSign = new RegExp(`(?:\\s[-–—]|[:=]|\\s[xх*×])\\s*(${number})\\s*(${unitWord})?${end}\\s*$`, 'iu');
const afterSpace = new RegExp(`(?:\\s|[;(]|,\\s)(${number})\\s*(${unitWord})${end}\\)?\\s*$`, 'iu');
const inFront = new RegExp(`^(${number})\\s*(${unitWord})${end}\\s*(?:[-–—:]\\s*)?(?=\\S*\\p{L}{3})`, 'iu');
const asAmount = new RegExp(`^(?:около|≈|~)?\\s*(${number})\\s*(${unitWord})?\\.?$`, 'iu');
/** A mass or a volume behind a name is the size of the pack, not how many are wanted. */
const packSize = /^(кг|л|литр\p{L}*|г|мл)$/iu;
const length = /^(м|метр\p{L}*)$/iu;
/** «60х27 3 м 45», «10л 5»: a whole number behind a size counts the things. Four digits may be one more size. */
const afterSize = /(?:\d\s?(?:мм2?|мм²|см|м2|м²|м|кг|г|мл|л|вт|шт)\.?|\d\s?[xх×*]\s?\d+(?:[.,]\d+)?)\s+(\d{1,3})\s*$/iu;
/** «Розетка двойная 12»: a count where the other lines of the list end so too. */
const afterWord = /(\p{L}{4,})\s+(\d{1,3})\s*$/iu;
/** Behind these a number is a name, not a count. */
const numbered = /^(класс|марк[аи]|серия|модель|размер|номер|номером|тип|диаметр|угол)$/iu;

/** Half of the lines at least end in a bare number: that is how this list counts. */
function endsInCounts(rows: string[]): boolean {
  const ends = rows.filter((row) => afterSize.test(row) || isCountedWord(row));
  return rows.length >= 3 && ends.length * 2 >= rows.length;
}

function isCountedWord(row: string): boolean {
  const word = afterWord.exec(row)?.[1];
  return word !== undefined && !numbered.test(word);
}

/** `isCounted`: the lines of this list end in bare counts. */
function lineOfText(row: string, isCounted = false): Position | null {
  let rest = row.replace(/\t+/g, ' ').trim();
  rest = withoutNumber(rest);
  for (let at = 0; at < 2; at++) rest = rest.replace(price, '').trim();
  if (!hasWords(rest)) return null;
  const signed = afterSign.exec(rest);
  if (signed) return position(rest.slice(0, signed.index), ensure(signed[1]), signed[2]);
  const spaced = afterSpace.exec(rest);
  if (spaced) {
    const [, amount = '', unit = ''] = spaced;
    const before = rest.slice(0, spaced.index);
    const isSize =
      packSize.test(unit) || (length.test(unit) && !/\d\s*$|\d[xх×*]\d|мм2?|кабель|провод|шланг/iu.test(before));
    if (!isSize && hasWords(before)) return position(before, amount, unit);
  }
  const bare = afterSize.exec(rest)?.[1] ?? (isCounted && isCountedWord(rest) ? afterWord.exec(rest)?.[2] : undefined);
  if (bare) return position(rest.replace(/\d+\s*$/u, ''), bare, undefined);
  const first = inFront.exec(rest);
  if (first) return position(rest.slice(first[0].length), ensure(first[1]), first[2]);
  return { name: cut(tidy(rest)), amount: null, unit: null };
}

function position(name: string, amount: string, unit: string | undefined): Position {
  return { name: cut(tidy(name)), amount: amount.replace(/[ \u00a0]/g, ''), unit: unit?.replace(/\.$/, '') ?? null };
}

function readAmount(cell: string): { amount: string; unit: string | null } | null {
  const [, amount, unit = null] = asAmount.exec(cell.trim()) ?? [];
  return amount ? { amount: amount.replace(/[ \u00a0]/g, ''), unit } : null;
}

/** «1.», «12)», «•» before the name. */
function withoutNumber(text: string): string {
  return text.replace(/^(?:[•·*–—-]\s*|(?:п\.?\s*)?\d{1,3}(?:\.\d{1,3})*[.)]\s+|№\s*\d+\s+)/u, '').trim();
}

function tidy(name: string): string {
  return name
    .replace(/[\s,;:(=–—-]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isNoPosition(name: string): boolean {
  return /^(итого|всего|смета|сумма|раздел|этап|ндс|в том числе|заказчик|исполнитель|подрядчик|объект|адрес|дата|доставка$|приложение|спецификация$|ведомость|страница)/iu.test(
    name,
  );
}

function hasWords(text: string): boolean {
  return /\p{L}{2}|\d{5}/u.test(text);
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function cut(text: string): string {
  return text.slice(0, estimateLimits.lineCharacters);
}
