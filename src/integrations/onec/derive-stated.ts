import { affects } from './affected.ts';
import type { Connection } from './connection.ts';
import { type OfferRow, type OfferValues, offerValues } from './former-offers.ts';
import type { MappingRules } from './mapping-rules.ts';
import {
  type Doubt,
  derivePrices,
  deriveStock,
  type Factor,
  type StatedPrices,
  type StockRow,
  statedPrices,
  statedStock,
} from './price-rows.ts';

/** Single rows that take 1C's word also where it is the same, as `column product` and `store product`. */
export type Restated = { prices: ReadonlySet<string>; stock: ReadonlySet<string> };

export async function loadRestated(client: Connection): Promise<Restated> {
  const [prices, stock] = await Promise.all([
    client.query<{ key: string }>(`select price_column || ' ' || product_id as key from restated_prices`),
    client.query<{ key: string }>(`select store || ' ' || product_id as key from restated_stock`),
  ]);
  return {
    prices: new Set(prices.rows.map(({ key }) => key)),
    stock: new Set(stock.rows.map(({ key }) => key)),
  };
}

/** A product of which prices or stock may be news. */
type Stating = {
  id: number;
  good: { catalog_id_1c: string };
  offer: OfferRow | null;
  /** Bits of `affects`. */
  what: number;
  factor: Factor;
  /**
   * As it was worked out until now by the same sales unit, and of what; null: all is written, for a price or a count of
   * another unit is wrong whoever set it.
   */
  before: { product: { catalog_id_1c: string | null }; offer: OfferValues } | null;
  doubt: Doubt;
};

/** By what all products are worked out: `former` are the rules until now. */
type By = {
  rules: MappingRules;
  former: MappingRules;
  prices: { columns: string[] };
  stores: string[];
  restated: Restated;
  /** The values come from 1C now; else only the owner's rules differ. */
  isFromOnec: boolean;
};

/** What 1C says of the prices and the stock of one product otherwise than before. */
export function deriveStated(
  { id, good, offer, what, factor, before, doubt }: Stating,
  { rules, former, prices: { columns }, stores, restated, isFromOnec }: By,
): { prices: StatedPrices | null; stock: StockRow[] } {
  const node = rules.nodes.get(good.catalog_id_1c) ?? null;
  const formerNode = former.nodes.get(before?.product.catalog_id_1c ?? good.catalog_id_1c) ?? null;
  const values = offerValues(offer);
  const none = new Map();
  let prices: StatedPrices | null = null;
  let stock: StockRow[] = [];
  if (!before || what & affects.prices) {
    prices = statedPrices(
      derivePrices(id, factor, values.prices, rules.types.get(node) ?? none, columns, doubt),
      before && derivePrices(id, factor, before.offer.prices, former.types.get(formerNode) ?? none, columns),
      (column) => restated.prices.has(`${column} ${id}`),
    );
  }
  if (!before || what & affects.stock) {
    stock = statedStock(
      deriveStock(id, factor, values.rests, rules.warehouses.get(node) ?? none, stores, doubt),
      before && deriveStock(id, factor, before.offer.rests, former.warehouses.get(formerNode) ?? none, stores),
      { isFromOnec, isRestated: (store) => restated.stock.has(`${store} ${id}`) },
    );
  }
  return { prices, stock };
}
