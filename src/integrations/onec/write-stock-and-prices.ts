import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import type { Connection } from './connection.ts';
import { type FreshPartition, putInPlace, writeInstead } from './write-prices.ts';
import { type StockChanges, writeStock } from './write-stock.ts';

/** Waiting for readers keeps everybody who comes later waiting too: short, and not often. */
const patienceMilliseconds = 150;
const attempts = 5;

/**
 * Writes the staged stock and puts fresh partitions of prices in place: both hold up others until the transaction ends,
 * so they come last. Nobody reads a price while partitions change places: what follows from the stock is written by
 * `settle` before that, and the transaction ends soon after. An order waits for stock and has read prices already:
 * whoever is in the way gets the rows of stock back first, and `settle` is called again. Returns its last answer.
 */
export async function writeStockAndPrices<Settled>(
  client: Connection,
  fresh: FreshPartition[],
  settle: (stock: StockChanges) => Promise<Settled>,
): Promise<Settled> {
  const write = async () => settle(await writeStock(client));
  if (fresh.length === 0) return write();
  await client.query('savepoint before_stock');
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const settled = await write();
    if (await putInPlace(client, fresh, patienceMilliseconds)) return settled;
    await client.query('rollback to savepoint before_stock');
    await sleep(patienceMilliseconds * attempt);
  }
  await writeInstead(client, fresh);
  return write();
}

/**
 * Says that goods have changed; call it after `writeStockAndPrices`, in its transaction. Where columns of prices
 * changed whole, whoever follows the catalogue reads them again, which takes seconds, and drops cached pages then. If
 * they went now as well, each would be rendered twice, and the first time beside that reading (decision 305).
 */
export async function noteGoodsChanged(db: Db, fresh: FreshPartition[]): Promise<void> {
  await invalidate(db, [fresh.length > 0 ? 'revision' : 'catalogue']);
}
