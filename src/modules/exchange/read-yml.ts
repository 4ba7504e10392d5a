import { SaxesParser } from 'saxes';
import { normaliseNumber } from '#shared/decimal.ts';

const mostColumns = 200;
const mostCharacters = 1_000;
/** A description with its markup: no more than a cell of a spreadsheet holds. */
const mostOfDescription = 32_767;
const mostDepth = 20;
const mostCategories = 20_000;
/** Rouble in YML: the old code and the new one. */
const roubles = new Set(['RUR', 'RUB', '']);
const money = new Set(['price', 'oldprice', 'purchase_price']);

/** Why a text is no YML feed; the message is Russian. */
export class NotYml extends Error {}

type FeedCategory = { name: string; parent: string; path?: string };

/**
 * A YML feed (Yandex Market) → a row of headings and a row per offer, at most `mostRows` of them. Headings are the
 * offer's attributes (`id`, `available`), the names of its elements (`vendorCode`, `barcode`, `price`, `count`),
 * `outlet N` for the stock of a point, and what a `param` is called, with its unit behind a comma («Мощность, Вт»).
 * Of an element that stands several times the first counts, values of a `param` follow each other after commas. A
 * category is its path («Смеси / Штукатурки»), `weight` (kilograms) is «weight, г». A price in a foreign currency keeps
 * the currency's code, so that nobody takes it for roubles. Throws NotYml.
 */
export function ymlRows(text: string, mostRows: number): string[][] {
  const headings = new Map<string, number>();
  const categories = new Map<string, FeedCategory>();
  const rows: string[][] = [];
  let row: string[] | null = null;
  /** Columns of the row that a `param` has filled. */
  let byParams = new Set<number>();
  let heading: string | null = null;
  let isParam = false;
  let category: FeedCategory | null = null;
  let value = '';
  let depth = 0;
  let offerDepth = 0;
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new NotYml(`повреждённый XML, строка ${parser.line}`);
  });
  const put = (name: string, cell: string, isOfParam = false) => {
    const at = headings.get(name) ?? headings.size;
    if (at >= mostColumns || !row) return;
    headings.set(name, at);
    const former = row[at];
    if (!former) row[at] = cell.trim();
    else if (isOfParam && byParams.has(at)) row[at] = `${former}, ${cell.trim()}`.slice(0, mostCharacters);
    if (!former && isOfParam) byParams.add(at);
  };
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > mostDepth) throw new NotYml('слишком глубокая вложенность');
    if (name === 'offer') {
      if (rows.length >= mostRows) throw new NotYml(`предложений больше ${mostRows}`);
      row = [];
      byParams = new Set();
      offerDepth = depth;
      for (const [attribute, cell] of Object.entries(attributes)) put(attribute, cell.slice(0, mostCharacters));
    } else if (row && depth === offerDepth + 1) {
      isParam = name === 'param';
      heading = isParam ? paramHeading(attributes) : name;
      value = '';
    } else if (row && name === 'outlet') put(`outlet ${attributes.id ?? ''}`.trim(), attributes.instock ?? '');
    else if (!row && name === 'category') {
      if (categories.size >= mostCategories) throw new NotYml(`категорий больше ${mostCategories}`);
      category = { name: '', parent: attributes.parentId ?? '' };
      categories.set(attributes.id ?? '', category);
    }
  });
  const add = (piece: string) => {
    const most = heading === 'description' ? mostOfDescription : mostCharacters;
    if (heading !== null) value += piece.slice(0, most - value.length);
    else if (category) category.name += piece.slice(0, mostCharacters - category.name.length);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (row && heading !== null && depth === offerDepth + 1) {
      if (heading === 'weight') put('weight, г', gramsOf(value));
      else put(heading, value, isParam);
      heading = null;
    }
    if (row && name === 'offer') {
      rows.push(row);
      row = null;
    }
    category = null;
    depth -= 1;
  });
  parser.write(text).close();
  if (rows.length === 0) throw new NotYml('в файле нет ни одного предложения (offer)');
  const currency = headings.get('currencyId');
  return [[...headings.keys()], ...rows.map((cells) => cellsOf(cells, headings, { currency, categories }))];
}

function paramHeading({ name = 'param', unit = '' }: Record<string, string>): string {
  return (unit.trim() === '' ? name : `${name}, ${unit.trim()}`).slice(0, 200);
}

/** Kilograms as they are written → whole grams; what is no such number keeps its unit: nobody takes it for grams. */
function gramsOf(kilograms: string): string {
  const typed = kilograms.trim();
  if (typed === '') return '';
  const grams = Math.round(Number(normaliseNumber(typed) ?? Number.NaN) * 1_000);
  return grams > 0 ? String(grams) : `${typed} кг`;
}

type Feed = { currency: number | undefined; categories: ReadonlyMap<string, FeedCategory> };

function cellsOf(cells: string[], headings: Map<string, number>, { currency, categories }: Feed): string[] {
  const code = (currency === undefined ? '' : (cells[currency] ?? '')).toUpperCase();
  return Array.from(headings, ([heading, at]) => {
    const cell = cells[at] ?? '';
    if (heading === 'categoryId') return pathOf(cell, categories);
    return cell !== '' && money.has(heading) && !roubles.has(code) ? `${cell} ${code}` : cell;
  });
}

/** The path of a category from its root, made once for all its rows; one that is not described stays its id. */
function pathOf(id: string, categories: ReadonlyMap<string, FeedCategory>): string {
  const category = categories.get(id);
  if (!category) return id;
  if (category.path !== undefined) return category.path;
  const names: string[] = [];
  for (
    let found: FeedCategory | undefined = category;
    found && names.length < mostDepth;
    found = categories.get(found.parent)
  )
    names.unshift(found.name.trim());
  category.path = names.join(' / ').slice(0, mostCharacters);
  return category.path;
}
