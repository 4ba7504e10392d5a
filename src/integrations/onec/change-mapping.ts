import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { invalidate } from '#platform/invalidation.ts';
import { affectAll, affects, createAffected } from './affected.ts';
import { type Connection, inReading, inTransaction, type Place } from './connection.ts';
import { deriveAffected } from './derive.ts';
import { FileRefusal } from './file-refusal.ts';
import { loadPriceTypes, loadWarehouses, type PriceTypeRow, type WarehouseRow } from './mapping.ts';
import { emptySummary } from './summary.ts';
import { writeStockAndPrices } from './write-stock-and-prices.ts';

export type MappingView = {
  price_types: (Omit<PriceTypeRow, 'id_1c'> & { id: string })[];
  warehouses: (Omit<WarehouseRow, 'id_1c'> & { id: string })[];
  price_columns: string[];
  stores: string[];
};

/** What feeds what now, and what could be fed. */
export async function readMapping(url: string): Promise<MappingView> {
  return inReading(url, async (client) => ({
    price_types: [...(await loadPriceTypes(client)).values()].map(({ id_1c, ...row }) => ({ id: id_1c, ...row })),
    warehouses: [...(await loadWarehouses(client)).values()].map(({ id_1c, ...row }) => ({ id: id_1c, ...row })),
    price_columns: await priceColumns(client),
    stores: await stores(client),
  }));
}

async function priceColumns({ db }: Connection): Promise<string[]> {
  const rows = await db.selectFrom('price_columns').select('price_column').orderBy('price_column').execute();
  return rows.map(({ price_column }) => price_column);
}

async function stores({ db }: Connection): Promise<string[]> {
  const rows = await db.selectFrom('stores').select('store').orderBy('store').execute();
  return rows.map(({ store }) => store);
}

/**
 * The owner's choice: this price type (by id or name) feeds that column, or none. All prices 1C ever sent are worked
 * out again at once. Refused in Russian: an unknown type or column.
 */
export async function mapPriceType(
  url: Place,
  { type, price_column, target }: { type: string; price_column: string | null; target: 'price' | 'old_price' },
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    const known = await loadPriceTypes(client);
    const row = findNamed([...known.values()], type, 'вид цены');
    if (price_column !== null) {
      const columns = await priceColumns(client);
      if (!columns.includes(price_column)) refuse(`нет колонки цен «${price_column}», есть: ${columns.join(', ')}`);
    }
    const formerColumns = row.price_column ? [row.price_column] : [];
    await client.query(
      'update onec_price_types set price_column = $2, target = $3, is_manual = true where id_1c = $1',
      [row.id_1c, price_column, price_column === null ? null : target],
    );
    await createAffected(client);
    await affectAll(client, affects.prices);
    const types = await loadPriceTypes(client);
    const { fresh } = await deriveAffected(
      client,
      { types, warehouses: new Map(), formerColumns },
      emptySummary(),
      progress,
    );
    await writeStockAndPrices(client, fresh);
    await invalidate(client.db, ['catalogue']);
  });
}

/**
 * The owner's choice: this warehouse (by id or name) feeds that store, or none. Stock is worked out again at once,
 * reservations stand.
 */
export async function mapWarehouse(
  url: Place,
  { warehouse, store }: { warehouse: string; store: string | null },
  progress: (text: string) => void = () => {},
): Promise<number[]> {
  return inTransaction(url, async (client) => {
    const warehouses = await loadWarehouses(client);
    const row = findNamed([...warehouses.values()], warehouse, 'склад');
    const known = await stores(client);
    if (store !== null && !known.includes(store)) refuse(`нет склада магазина «${store}», есть: ${known.join(', ')}`);
    const formerStores = row.store ? [row.store] : [];
    row.store = store;
    await client.query('update onec_warehouses set store = $2, is_manual = true where id_1c = $1', [row.id_1c, store]);
    await createAffected(client);
    await affectAll(client, affects.stock);
    const { fresh } = await deriveAffected(
      client,
      { types: new Map(), warehouses, formerStores },
      emptySummary(),
      progress,
    );
    const stock = await writeStockAndPrices(client, fresh);
    const { db } = client;
    const short = await markShortOrders(db, stock.reserved);
    await invalidate(db, ['catalogue']);
    return short;
  });
}

/** The row with this id, else the only one of this name. Refused in Russian: none, or several. */
export function findNamed<T extends { id_1c: string; name: string }>(rows: T[], wanted: string, what: string): T {
  const found = rows.filter(({ id_1c }) => id_1c === wanted);
  if (found.length === 0) found.push(...rows.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase()));
  if (found.length > 1)
    refuse(`${what} «${wanted}» не один, укажите Ид: ${found.map(({ id_1c }) => id_1c).join(', ')}`);
  return found[0] ?? refuse(`1С не присылала ${what} «${wanted}»`);
}

/** Nothing is changed; `reason` says why, in Russian. */
export function refuse(reason: string): never {
  throw new FileRefusal('', null, reason);
}
