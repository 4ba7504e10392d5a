import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { type FreshPartition, putInPlace, writeInstead } from './write-prices.ts';
import { type StockChanges, writeStock } from './write-stock.ts';

/** Waiting for readers keeps everybody who comes later waiting too: short, and not often. */
const patienceMilliseconds = 150;
const attempts = 5;

/**
 * Writes the staged stock and puts fresh partitions of prices in place: both hold up others until the transaction ends,
 * so they come last. An order waits for stock and has read prices already: whoever is in the way gets the rows of stock
 * back first.
 */
export async function writeStockAndPrices(client: Connection, fresh: FreshPartition[]): Promise<StockChanges> {
  if (fresh.length === 0) return writeStock(client);
  await client.query('savepoint before_stock');
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stock = await writeStock(client);
    if (await putInPlace(client, fresh, patienceMilliseconds)) return stock;
    await client.query('rollback to savepoint before_stock');
    await sleep(patienceMilliseconds * attempt);
  }
  await writeInstead(client, fresh);
  return writeStock(client);
}
