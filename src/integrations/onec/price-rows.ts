import { normaliseNumber, priceOfSalesUnit, salesUnits, salesUnitsAtLeast, toMillionths } from './decimal.ts';
import type { PriceEntry } from './entities.ts';
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
};

const maxKopecks = 2_147_483_647n;

/**
 * Price rows of one product in every column that 1C feeds; `types` in the order in which they are asked. What was not sent, is empty, 0, in foreign money or beyond int4 is null:
 * «по запросу», never 0 ₽ and never roubles by mistake.
 */
export function derivePrices(
  product_id: number,
  factor: Factor,
  prices: Record<string, PriceEntry[]>,
  types: ReadonlyMap<string, PriceTypeRow>,
  columns: readonly string[],
): PriceRow[] {
  const rows = new Map(
    columns.map((price_column) => [
      price_column,
      { price_column, product_id, price: null, old_price: null, tiers: [] } as PriceRow,
    ]),
  );
  for (const [id, type] of types) {
    const entries = prices[id];
    const row = type.price_column && rows.get(type.price_column);
    // Another type that is asked before this one has spoken already.
    if (!entries || !type.target || !row || row[type.target] !== null || !isRouble(type.currency)) continue;
    const tiers: PriceRow['tiers'] = [];
    for (const [price, coefficient, from, currency] of entries) {
      if (price === null || !isRouble(currency)) continue;
      const kopecks = priceOfSalesUnit(price, coefficient, factor);
      if (kopecks <= 0n || kopecks > maxKopecks) continue;
      const from_count = from === '' ? 1 : Number(salesUnitsAtLeast(baseQuantity(from, coefficient), factor));
      if (from_count <= 1) row[type.target] = Number(kopecks);
      else if (from_count <= 99_999) tiers.push({ from_count, price: Number(kopecks) });
    }
    if (type.target === 'price' && row.price !== null) row.tiers = tiers;
  }
  for (const row of rows.values()) {
    row.tiers.sort((a, b) => a.from_count - b.from_count);
    row.tiers = row.tiers.filter((tier, index, all) => tier.from_count !== all[index + 1]?.from_count);
  }
  return [...rows.values()];
}

/** МинКоличество counts in the price's own unit. */
function baseQuantity(from: string, coefficient: string): string {
  if (coefficient === '1') return from;
  const millionths = (toMillionths(from) * toMillionths(coefficient)) / 1_000_000n;
  return normaliseNumber(`${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`) ?? from;
}

/** Stock rows of one product: the rests of all warehouses that feed a store, added exactly. */
export function deriveStock(
  product_id: number,
  factor: Factor,
  rests: Record<string, string>,
  warehouses: ReadonlyMap<string, WarehouseRow>,
  stores: readonly string[],
): StockRow[] {
  const sums = new Map<string, bigint>();
  for (const [id, quantity] of Object.entries(rests)) {
    const store = warehouses.get(id)?.store;
    if (store) sums.set(store, (sums.get(store) ?? 0n) + toMillionths(quantity));
  }
  return stores.map((store) => {
    const sum = sums.get(store);
    if (sum === undefined) return { store, product_id, on_hand_base: null, on_hand: 0 };
    const on_hand = salesUnits(sum, factor);
    return { store, product_id, on_hand_base: millionthsText(sum), on_hand: Number(clampInt4(on_hand)) };
  });
}

function clampInt4(value: bigint): bigint {
  return value > maxKopecks ? maxKopecks : value < -maxKopecks ? -maxKopecks : value;
}

function millionthsText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
