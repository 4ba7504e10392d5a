import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Whole sales units left by store and product id; what the exchange never sent is absent. */
export type StockByStore = Map<string, Map<number, number>>;

/** One read. */
export async function pointStock(db: Db, stores: string[], productIds: number[]): Promise<StockByStore> {
  const stockByStore: StockByStore = new Map(stores.map((store) => [store, new Map()]));
  if (productIds.length === 0) return stockByStore;
  const { rows } = await sql<{ store: string; product_id: number; available: number }>`
    select store, product_id, greatest(on_hand - reserved, 0) as available from stock
    where store = any(${stores}::text[]) and product_id = any(${productIds}::int[])`.execute(db);
  for (const { store, product_id, available } of rows) stockByStore.get(store)?.set(product_id, available);
  return stockByStore;
}
