import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { invalidate } from '#platform/invalidation.ts';
import type { Connection } from './connection.ts';
import { deriveAffected } from './derive.ts';
import { switchOffEmptyOther } from './groups.ts';
import { loadRules, type MappingRules } from './mapping-rules.ts';
import type { FieldValues } from './owned-values.ts';
import { emptySummary } from './summary.ts';
import { writeStockAndPrices } from './write-stock-and-prices.ts';

/**
 * Works out the goods in the temporary table `affected` from what 1C sent long ago, by the rules as they are now, with
 * what these make of prices and stock that the former ones did not; `fieldValues`: by product, what the shop says of
 * fields that it owns; `former`: the rules for price types and warehouses until now, where others hold. What happened
 * to products, and the orders that became short.
 */
export async function deriveAgain(
  client: Connection,
  progress: (text: string) => void,
  { fieldValues, former }: { fieldValues?: ReadonlyMap<number, FieldValues>; former?: MappingRules } = {},
): Promise<{ created: number; changed: number; switched_off: number; short_orders: number[] }> {
  const rules = await loadRules(client);
  const given = { rules, former: former ?? rules, package_id: null, fieldValues };
  const { fresh, ...products } = await deriveAffected(client, given, emptySummary(), progress);
  const { db } = client;
  await switchOffEmptyOther(client);
  const short_orders = await writeStockAndPrices(client, fresh, ({ reserved }) => markShortOrders(db, reserved));
  await invalidate(db, ['catalogue']);
  return { ...products, short_orders };
}
