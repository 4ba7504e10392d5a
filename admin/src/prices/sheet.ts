import type { paths } from '../api-types.ts';
import { cellKey, type Edits } from '../parts/sheet-edits.ts';

export type SheetRow =
  paths['/api/admin/prices']['get']['responses'][200]['content']['application/json']['items'][number];
export type PriceColumn =
  paths['/api/admin/price-columns']['get']['responses'][200]['content']['application/json']['items'][number];

/** «1 234,50 ₽» → kopecks; '' → null («по запросу»); undefined: it is no price. */
export function readPrice(typed: string): number | null | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]|₽|руб\.?/g, '').replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(text)) return undefined;
  return Math.round(Number(text) * 100);
}

/** Kopecks → as it is typed: «489», «1234,50». */
export function typedPrice(kopecks: number | null): string {
  if (kopecks === null) return '';
  return kopecks % 100 === 0 ? String(kopecks / 100) : (kopecks / 100).toFixed(2).replace('.', ',');
}

export type ChangedCell = {
  key: string;
  product_id: number;
  price_column: string;
  price: number | null;
  was: number | null;
  /** Crossed out from now on; left out: as it is. */
  old_price?: number;
};

/**
 * What was typed that differs from what the shop has. `bad`: keys of cells that hold no price; `elsewhere`: how many
 * cells were typed whose goods are not among these rows: they wait until their page is shown; `lowered`: keys of cells
 * in retail columns (`retail`) that become cheaper and have no price crossed out yet.
 */
export function changesOf(edits: Edits, rows: readonly SheetRow[], retail: ReadonlySet<string>) {
  const cells: ChangedCell[] = [];
  const lowered = new Set<string>();
  const bad: string[] = [];
  let elsewhere = 0;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [key, typed] of edits) {
    const [id = '', price_column = ''] = key.split(' ');
    const row = byId.get(Number(id));
    if (!row) {
      elsewhere += 1;
      continue;
    }
    const cell = row.cells.find((one) => one.price_column === price_column);
    const was = cell?.price ?? null;
    const price = readPrice(typed);
    if (price === undefined) bad.push(key);
    else if (price !== was) {
      cells.push({ key, product_id: Number(id), price_column, price, was });
      if (price && was && price < was && retail.has(price_column) && cell?.old_price === null) lowered.add(key);
    }
  }
  return { cells, bad, elsewhere, lowered };
}

/** Percent above what the goods were bought for, rounded; in which column it is so. */
export type MarkUp = { percent: number; column: PriceColumn };

/**
 * The lowest mark-up of a row over these columns' retail prices, as they stand or as they are typed. The purchase price
 * is the highest of the purchase columns, as in the report of sales, so that it is rather too small. null: a price of
 * one of the two kinds is missing, or the columns hold no purchase prices (whoever may not see them gets none).
 */
export function markUpOf(row: SheetRow, columns: readonly PriceColumn[], edits: Edits): MarkUp | null {
  const priceIn = ({ price_column }: PriceColumn) => {
    const typed = edits.get(cellKey(row.id, price_column));
    if (typed !== undefined) return readPrice(typed) ?? null;
    return row.cells.find((cell) => cell.price_column === price_column)?.price ?? null;
  };
  const bought = columns.filter(({ purpose }) => purpose === 'cost').map((column) => priceIn(column) ?? 0);
  const cost = Math.max(0, ...bought);
  if (cost === 0) return null;
  const markUps = columns
    .filter(({ purpose }) => purpose === 'retail')
    .flatMap((column) => {
      const price = priceIn(column);
      return price ? [{ percent: Math.round(((price - cost) * 100) / cost), column }] : [];
    });
  return markUps.sort((a, b) => a.percent - b.percent)[0] ?? null;
}

/** These cells with the price that stood crossed out, where they are among `lowered`. */
export function withCrossedOut(cells: readonly ChangedCell[], lowered: ReadonlySet<string>): ChangedCell[] {
  return cells.map((cell) => (lowered.has(cell.key) && cell.was !== null ? { ...cell, old_price: cell.was } : cell));
}
