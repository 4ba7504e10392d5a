import { SaxesParser } from 'saxes';

const mostColumns = 200;
const mostCharacters = 1_000;
const mostDepth = 20;
/** Rouble in YML: the old code and the new one. */
const roubles = new Set(['RUR', 'RUB', '']);
const money = new Set(['price', 'oldprice', 'purchase_price']);

/** Why a text is no YML feed; the message is Russian. */
export class NotYml extends Error {}

/**
 * A YML feed (Yandex Market) → a row of headings and a row per offer, at most `mostRows` of them. Headings are the
 * offer's attributes (`id`, `available`), the names of its elements (`vendorCode`, `barcode`, `price`, `count`),
 * `outlet N` for the stock of a point, and what a `param` is called. Of an element that stands several times the first
 * counts. A price in a foreign currency keeps the currency's code, so that nobody takes it for roubles. Throws NotYml.
 */
export function ymlRows(text: string, mostRows: number): string[][] {
  const headings = new Map<string, number>();
  const rows: string[][] = [];
  let row: string[] | null = null;
  let heading: string | null = null;
  let value = '';
  let depth = 0;
  let offerDepth = 0;
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new NotYml(`повреждённый XML, строка ${parser.line}`);
  });
  const put = (name: string, cell: string) => {
    const at = headings.get(name) ?? headings.size;
    if (at >= mostColumns) return;
    headings.set(name, at);
    if (row) row[at] ||= cell.trim().slice(0, mostCharacters);
  };
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > mostDepth) throw new NotYml('слишком глубокая вложенность');
    if (name === 'offer') {
      if (rows.length >= mostRows) throw new NotYml(`предложений больше ${mostRows}`);
      row = [];
      offerDepth = depth;
      for (const [attribute, cell] of Object.entries(attributes)) put(attribute, cell);
    } else if (row && depth === offerDepth + 1) {
      heading = name === 'param' ? (attributes.name ?? name) : name;
      value = '';
    } else if (row && name === 'outlet') put(`outlet ${attributes.id ?? ''}`.trim(), attributes.instock ?? '');
  });
  const add = (piece: string) => {
    if (heading !== null && value.length < mostCharacters) value += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (row && heading !== null && depth === offerDepth + 1) {
      put(heading, value);
      heading = null;
    }
    if (row && name === 'offer') {
      rows.push(row);
      row = null;
    }
    depth -= 1;
  });
  parser.write(text).close();
  if (rows.length === 0) throw new NotYml('в файле нет ни одного предложения (offer)');
  const currency = headings.get('currencyId');
  return [[...headings.keys()], ...rows.map((cells) => cellsOf(cells, headings, currency))];
}

function cellsOf(cells: string[], headings: Map<string, number>, currency: number | undefined): string[] {
  const code = (currency === undefined ? '' : (cells[currency] ?? '')).toUpperCase();
  return Array.from(headings, ([heading, at]) => {
    const cell = cells[at] ?? '';
    return cell !== '' && money.has(heading) && !roubles.has(code) ? `${cell} ${code}` : cell;
  });
}
