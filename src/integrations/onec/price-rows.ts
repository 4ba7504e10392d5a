import {
  factorOf,
  millionthsText,
  normaliseNumber,
  priceOfSalesUnit,
  salesUnits,
  salesUnitsAtLeast,
  toMillionths,
} from '#shared/decimal.ts';
import { ensure } from '#shared/ensure.ts';
import type { PriceEntry } from './goods-and-offers.ts';
import { isRouble, type PriceTypeRow, type WarehouseRow } from './mapping.ts';

export type Factor = { factor_base: number; factor_sales: number };
export type PriceRow = {
  price_column: string;
  product_id: number;
  /** Kopecks per sales unit; null: not sold by this column. */
  price: number | null;
  old_price: number | null;
  tiers: { from_count: number; price: number }[];
};
export type StockRow = {
  store: string;
  product_id: number;
  /** Base units with up to six decimals; null: nothing is known of this store any more, what it had is gone. */
  on_hand_base: string | null;
  on_hand: number;
  /**
   * What followed from 1C's words until now, where 1C has said nothing since: what the store has more or less than that
   * came or left meanwhile, and stays so.
   */
  known?: { on_hand_base: string; on_hand: number };
};

const maxKopecks = 2_147_483_647n;
/** What stock.on_hand_base holds: numeric(18, 6). */
const maxMillionths = 10n ** 18n;

/**
 * Says why a price or a rest is not shown or which of several was taken. `what`: the type of the price or the store.
 */
export type Doubt = (what: string, reason: string) => void;

/**
 * Price rows of one product in every column that 1C feeds; `types` in the order in which they are asked. What was not
 * sent, is empty, 0, in foreign money or beyond int4 is null: «по запросу», never 0 ₽ and never roubles by mistake.
 * What was sent and is not shown, or was chosen of several, goes to `doubt`.
 */
export function derivePrices(
  product_id: number,
  factor: Factor,
  prices: Record<string, PriceEntry[]>,
  types: ReadonlyMap<string, PriceTypeRow>,
  columns: readonly string[],
  doubt: Doubt = () => {},
): PriceRow[] {
  const rows = new Map(
    columns.map((price_column) => [
      price_column,
      { price_column, product_id, price: null, old_price: null, tiers: [] } as PriceRow,
    ]),
  );
  for (const [id, type] of types) {
    const entries = Object.hasOwn(prices, id) ? prices[id] : undefined;
    const row = type.price_column && rows.get(type.price_column);
    // Another type that comes before this one has given the price already.
    if (!entries || !type.target || !row || row[type.target] !== null || !isRouble(type.currency)) continue;
    const own = (reason: string) => doubt(type.name || id, reason);
    const [only] = entries;
    // Nine of ten, and a package may have a million of them.
    if (only && entries.length === 1 && only[2] === '') {
      row[type.target] = kopecksOf(only, factor, own);
      continue;
    }
    const byCount = kopecksByCount(entries, factor, own);
    row[type.target] = byCount.get(1) ?? null;
    byCount.delete(1);
    if (type.target === 'price' && row.price !== null) {
      row.tiers = [...byCount].map(([from_count, price]) => ({ from_count, price }));
    }
  }
  for (const row of rows.values()) row.tiers.sort((a, b) => a.from_count - b.from_count);
  return [...rows.values()];
}

/** The prices of one product that a package writes, of all columns in their order. */
export type StatedPrices = {
  rows: PriceRow[];
  /** Where true 1C says what it said before: the column stays as it stands. null: all are written. */
  left: boolean[] | null;
};

/**
 * Which of the rows 1C says otherwise than before; `former`: what followed from its words until now, null when all rows
 * are to be written. null: nothing is.
 */
export function statedPrices(
  rows: PriceRow[],
  former: PriceRow[] | null,
  isRestated: (price_column: string) => boolean,
): StatedPrices | null {
  if (former === null) return { rows, left: null };
  const left = rows.map((row, at) => isSamePrice(row, ensure(former[at])) && !isRestated(row.price_column));
  if (!left.includes(false)) return null;
  return { rows, left: left.includes(true) ? left : null };
}

function isSamePrice(row: PriceRow, other: PriceRow): boolean {
  return (
    row.price === other.price &&
    row.old_price === other.old_price &&
    row.tiers.length === other.tiers.length &&
    row.tiers.every(({ from_count, price }, at) => {
      const tier = other.tiers[at];
      return from_count === tier?.from_count && price === tier.price;
    })
  );
}

/**
 * The same of stock: the rows that differ from before. `isFromOnec`: the values come from 1C now; else only the owner's
 * rules differ, and the rows name what was known.
 */
export function statedStock(
  rows: StockRow[],
  former: StockRow[] | null,
  { isFromOnec, isRestated }: { isFromOnec: boolean; isRestated: (store: string) => boolean },
): StockRow[] {
  if (former === null) return rows;
  const known = new Map(former.map((row) => [row.store, row]));
  return rows.flatMap((row) => {
    const was = known.get(row.store);
    const isNews = was?.on_hand_base !== row.on_hand_base || was?.on_hand !== row.on_hand;
    if (!isNews && !isRestated(row.store)) return [];
    if (isFromOnec || !was || was.on_hand_base === null) return row;
    return { ...row, known: { on_hand_base: was.on_hand_base, on_hand: was.on_hand } };
  });
}

/** Kopecks per sales unit by the count from which they hold. */
function kopecksByCount(entries: PriceEntry[], factor: Factor, doubt: (reason: string) => void): Map<number, number> {
  const byCount = new Map<number, number>();
  const sent = entries.length === 1 ? entries : oneOfEachCount(entries, factor, doubt);
  for (const entry of sent) {
    const kopecks = kopecksOf(entry, factor, doubt);
    if (kopecks === null) continue;
    const [, coefficient, from] = entry;
    const from_count = countOf(from, coefficient, factor);
    if (from_count <= 99_999) byCount.set(from_count, kopecks);
  }
  return byCount;
}

function kopecksOf(
  [price, coefficient, , currency]: PriceEntry,
  factor: Factor,
  doubt: (reason: string) => void,
): number | null {
  if (price === null || !isRouble(currency)) return null;
  const kopecks = priceOfSalesUnit(price, coefficient, factor);
  if (kopecks > 0n && kopecks <= maxKopecks) return Number(kopecks);
  doubt(
    `цена ${price} за единицу с коэффициентом ${coefficient} ${kopecks <= 0n ? 'меньше копейки' : 'больше 21 474 836,47 ₽'}`,
  );
  return null;
}

function countOf(from: string, coefficient: string, factor: Factor): number {
  return from === '' ? 1 : Math.max(1, Number(salesUnitsAtLeast(baseQuantity(from, coefficient), factor)));
}

/**
 * 1C sends a price for the piece and one for the pack under one type: the one of the sales unit counts, else the one of
 * the base unit, else the last. Several that remain and differ are reported.
 */
function oneOfEachCount(entries: PriceEntry[], factor: Factor, doubt: (reason: string) => void): PriceEntry[] {
  const priced = entries.filter(([price, , , currency]) => price !== null && isRouble(currency));
  const byCount = Map.groupBy(priced, ([, coefficient, from]) => countOf(from, coefficient, factor));
  return [...byCount.values()].map((same) => {
    const own = same.filter(([, coefficient]) => isSalesUnit(coefficient, factor));
    const base = same.filter(([, coefficient]) => coefficient === '1');
    const fitting = own.length > 0 ? own : base.length > 0 ? base : same;
    const taken = ensure(fitting.at(-1));
    if (fitting.some(([price, coefficient]) => price !== taken[0] || coefficient !== taken[1])) {
      const sums = fitting
        .slice(-5)
        .map(([price, coefficient]) => (coefficient === '1' ? price : `${price} за ${coefficient}`));
      doubt(`несколько цен одного вида (${sums.join('; ')}), взята последняя`);
    }
    return taken;
  });
}

function isSalesUnit(coefficient: string, { factor_base, factor_sales }: Factor): boolean {
  const own = factorOf(coefficient);
  return own?.factor_base === factor_base && own.factor_sales === factor_sales;
}

/** МинКоличество counts in the price's own unit. */
function baseQuantity(from: string, coefficient: string): string {
  if (coefficient === '1') return from;
  const millionths = (toMillionths(from) * toMillionths(coefficient)) / 1_000_000n;
  return normaliseNumber(`${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`) ?? from;
}

/**
 * Stock rows of one product: the rests of all warehouses that feed a store, added exactly. A sum that no store can hold
 * leaves its row as it is.
 */
export function deriveStock(
  product_id: number,
  factor: Factor,
  rests: Record<string, string>,
  warehouses: ReadonlyMap<string, WarehouseRow>,
  stores: readonly string[],
  doubt: Doubt = () => {},
): StockRow[] {
  const sums = new Map<string, bigint>();
  for (const [id, quantity] of Object.entries(rests)) {
    const store = warehouses.get(id)?.store;
    if (store) sums.set(store, (sums.get(store) ?? 0n) + toMillionths(quantity));
  }
  return stores.flatMap((store): StockRow[] => {
    const sum = sums.get(store);
    if (sum === undefined) return [{ store, product_id, on_hand_base: null, on_hand: 0 }];
    if (sum >= maxMillionths || sum <= -maxMillionths) {
      doubt(store, 'сумма остатков больше 10¹², не принята');
      return [];
    }
    const on_hand = salesUnits(sum, factor);
    return [{ store, product_id, on_hand_base: millionthsText(sum), on_hand: Number(clampInt4(on_hand)) }];
  });
}

function clampInt4(value: bigint): bigint {
  return value > maxKopecks ? maxKopecks : value < -maxKopecks ? -maxKopecks : value;
}
