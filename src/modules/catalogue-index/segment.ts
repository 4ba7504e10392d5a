import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { PriceArrays } from './columns/prices.ts';
import type { StockArrays } from './columns/stock.ts';

/**
 * A part of the catalogue in memory: everything lists are found, narrowed, counted and sorted by, one array per column
 * and one place ("row") per product in all of them. Only typed arrays and short lists of names, so that it travels
 * between threads without being copied (`transferablesOf`) and is the same for the same source.
 *
 * Products that are switched off are not here. Order of rows: primary category (as `categoryIds` stands) → model →
 * place of the variant → id; models whose variants have different primary categories, or none, stand at the end. So the
 * goods of a category are one stretch of rows, and the variants of a model stand together everywhere.
 */
export type Segment = {
  /** Number of rows. */
  size: number;

  /** Per row: products.id. */
  id: Int32Array;
  /** Row of each id, one more; 0 = not here: by the id less `firstId`, when ids lie close. Otherwise empty, and … */
  rowOfId: Int32Array;
  firstId: number;
  /** … rows in the order of their ids. Empty when `rowOfId` is there. */
  rowsById: Int32Array;
  /** Per row: products.model_id; rows of one model are neighbours. */
  model: Int32Array;
  /** Per row: products.variant_position. */
  variantPosition: Int32Array;
  /** Per row: the least orderable count. */
  minCount: Int32Array;
  /** Per row: grams of a sales unit; 0 = not known. */
  weight: Int32Array;
  /** Per row: so many sales units are one of what people see; prices are compared by it. */
  parts: Int16Array;
  /** Per row: base units per sales unit as the fraction factorBase / factorSales. */
  factorBase: Int32Array;
  factorSales: Int32Array;
  /** Per row: place in `baseUnits`. */
  baseUnit: Uint16Array;
  /** Names of base units, in ascending order. */
  baseUnits: string[];
  /** Per row: products.popularity. */
  popularity: Int32Array;
  /** Per row: Σ of stars and how many gave them: real reviews, else demonstration ones. */
  ratingSum: Int32Array;
  ratingCount: Int32Array;
  /** Per row: products.created_at in whole seconds since 1970. */
  created: Uint32Array;

  /** Ids of the categories that hold goods, those of the menu's order first. */
  categoryIds: Int32Array;
  /**
   * The goods of models whose primary category is c: rows from categoryStart[c] until categoryStart[c + 1]. One longer
   * than `categoryIds`; the models of rows from the last on have none.
   */
  categoryStart: Int32Array;
  /** Per row: place of its own primary category in `categoryIds`; −1 without one. */
  primaryCategory: Int32Array;
  /**
   * Where else a row lies: `places` (places in `categoryIds`) from placeStart[row] until placeStart[row + 1]. The
   * category of its model is not among them; its own is where the model has none.
   */
  placeStart: Int32Array;
  places: Int32Array;
  /**
   * The same the other way: rows that lie in category c besides their model's one, ascending, `secondaryRows` from
   * secondaryStart[c] until secondaryStart[c + 1].
   */
  secondaryStart: Int32Array;
  secondaryRows: Int32Array;

  /**
   * Marks are what is counted and ticked: values of attributes, brands and promotions, numbered together. Per mark what
   * it is: markKind = id of the attribute, 0 for a brand, −1 for a promotion; markId = the id of that value, brand or
   * promotion. In ascending order of kind and id.
   */
  markKind: Int32Array;
  markId: Int32Array;
  /** Marks of a row, ascending: `marks` from markStart[row] until markStart[row + 1]. */
  markStart: Int32Array;
  marks: Uint16Array | Uint32Array;
  /**
   * Rows that carry mark m, ascending: `carriers` from carrierStart[m] until carrierStart[m + 1]. For brands and
   * promotions only; other marks have none.
   */
  carrierStart: Int32Array;
  carriers: Int32Array;

  /** Codes of the attributes of numbers that are narrowed by bounds, in ascending order. */
  rangeCodes: string[];
  /**
   * Numbers of a row: from numberStart[row] until numberStart[row + 1], numberCode = place in `rangeCodes`, numbers =
   * the number.
   */
  numberStart: Int32Array;
  numberCode: Uint16Array;
  numbers: Float64Array;

  /** What the rows are found by; its rows are these rows. */
  text: TextColumns;

  /** Prices by price column. */
  prices: Map<string, PriceArrays>;
  /** Stock by store. */
  stock: Map<string, StockArrays>;
};

/** What of a segment changes most often and is read by itself when very much of it has changed. */
export type PricesAndStock = Pick<Segment, 'prices' | 'stock'>;

/** The memory behind a segment, for the second argument of postMessage. */
export function transferablesOf(segment: Segment): ArrayBuffer[] {
  const arrays = [...Object.values(segment), ...Object.values(segment.text)];
  return [...buffersOf(arrays), ...buffersOfPricesAndStock(segment)];
}

/** The same of prices and stock alone. */
export function buffersOfPricesAndStock({ prices, stock }: PricesAndStock): ArrayBuffer[] {
  const arrays: unknown[] = [];
  for (const { price, priced, reduced, oldPrice, oldUntil } of prices.values()) {
    arrays.push(price, oldPrice, oldUntil, priced?.bits, priced?.before, reduced.bits, reduced.before);
  }
  for (const { left, held } of stock.values()) arrays.push(left, held?.bits, held?.before);
  return buffersOf(arrays);
}

function buffersOf(arrays: unknown[]): ArrayBuffer[] {
  return arrays.flatMap((array) => (ArrayBuffer.isView(array) ? [array.buffer as ArrayBuffer] : []));
}

/** The row of a product, −1 when it is not in this segment. */
export function rowOf({ id, rowOfId, firstId, rowsById }: RowsOfIds, wanted: number): number {
  if (rowOfId.length > 0) return (rowOfId[wanted - firstId] ?? 0) - 1;
  let low = 0;
  let high = rowsById.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const row = rowsById[middle]!;
    if (id[row] === wanted) return row;
    if (id[row]! < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The id of a row's primary category; null without one. */
export function primaryCategoryAt({ primaryCategory, categoryIds }: Segment, row: number): number | null {
  return categoryIds[primaryCategory[row] ?? -1] ?? null;
}

/** What `rowOf` needs of a segment. */
export type RowsOfIds = Pick<Segment, 'size' | 'id' | 'rowOfId' | 'firstId' | 'rowsById'>;

/** The number of a mark, −1 when nothing here carries it. `kind` as in `markKind`. */
export function markOf({ markKind, markId }: Pick<Segment, 'markKind' | 'markId'>, kind: number, id: number): number {
  let low = 0;
  let high = markKind.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = markKind[middle]! - kind || markId[middle]! - id;
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Whether the row carries one of the wanted marks, which are 1 in `isWanted`. */
export function hasMark(
  { markStart, marks }: Pick<Segment, 'markStart' | 'marks'>,
  row: number,
  isWanted: Uint8Array,
): boolean {
  const until = markStart[row + 1]!;
  for (let at = markStart[row]!; at < until; at++) if (isWanted[marks[at]!] === 1) return true;
  return false;
}

/** Whether the row has this number; `code`: place in `rangeCodes`. */
export function hasNumber(
  { numberStart, numberCode, numbers }: Pick<Segment, 'numberStart' | 'numberCode' | 'numbers'>,
  row: number,
  code: number,
  number: number,
): boolean {
  const until = numberStart[row + 1]!;
  for (let at = numberStart[row]!; at < until; at++) if (numberCode[at] === code && numbers[at] === number) return true;
  return false;
}

export const brandKind = 0;
export const actionKind = -1;

/** The marks of a kind: from … until. */
export function marksOfKind({ markKind }: Segment, kind: number): [from: number, until: number] {
  let low = 0;
  let high = markKind.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (markKind[middle]! < kind) low = middle + 1;
    else high = middle;
  }
  let until = low;
  while (until < markKind.length && markKind[until] === kind) until++;
  return [low, until];
}
