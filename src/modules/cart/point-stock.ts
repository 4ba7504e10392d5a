import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Whole sales units left per store and product; what the exchange never sent is absent. One read. */
export async function pointStock(
  db: Db,
  stores: string[],
  productIds: number[],
): Promise<Map<string, Map<number, number>>> {
  const priceContexts = new Map<string, Map<number, number>>(stores.map((store) => [store, new Map()]));
  if (productIds.length === 0) return priceContexts;
  const { rows } = await sql<{ store: string; product_id: number; available: number }>`
    select store, product_id, greatest(on_hand - reserved, 0) as available from stock
    where store = any(${stores}::text[]) and product_id = any(${productIds}::int[])`.execute(db);
  for (const { store, product_id, available } of rows) priceContexts.get(store)?.set(product_id, available);
  return priceContexts;
}
