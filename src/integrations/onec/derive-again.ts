import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { invalidate } from '#platform/invalidation.ts';
import type { Connection } from './connection.ts';
import { deriveAffected, type Mapping } from './derive.ts';
import { switchOffEmptyOther } from './groups.ts';
import { loadPriceTypes, loadWarehouses } from './mapping.ts';
import type { FieldValues } from './owned-values.ts';
import { emptySummary } from './summary.ts';
import { writeStockAndPrices } from './write-stock-and-prices.ts';

/**
 * Works out the goods in the temporary table `affected` from what 1C sent long ago, by the rules as they are now, with
 * prices and stock; `fieldValues`: by product, what the shop says of fields that it owns; `former`: columns and stores
 * that were fed until now. What happened to products, and the orders that became short.
 */
export async function deriveAgain(
  client: Connection,
  progress: (text: string) => void,
  fieldValues: ReadonlyMap<number, FieldValues> = new Map(),
  former: Pick<Mapping, 'formerColumns' | 'formerStores'> = {},
): Promise<{ created: number; changed: number; switched_off: number; short_orders: number[] }> {
  const rules = { types: await loadPriceTypes(client), warehouses: await loadWarehouses(client) };
  const mapping = { ...rules, ...former, fieldValues };
  const { fresh, ...products } = await deriveAffected(client, mapping, emptySummary(), progress);
  const { db } = client;
  await switchOffEmptyOther(client);
  const short_orders = await writeStockAndPrices(client, fresh, ({ reserved }) => markShortOrders(db, reserved));
  await invalidate(db, ['catalogue']);
  return { ...products, short_orders };
}
