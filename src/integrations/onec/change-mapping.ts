import { affectAll, affects, createAffected } from './affected.ts';
import { type Connection, inReading, inTransaction, type Place } from './connection.ts';
import { deriveAgain } from './derive-again.ts';
import { FileRefusal } from './file-refusal.ts';
import { allRows, loadPriceTypes, loadWarehouses, type PriceTypeRow, type WarehouseRow } from './mapping.ts';
import { loadRules } from './mapping-rules.ts';

/** The node that a price type or a warehouse is of; null: of packages that commands imported. */
export type OfNode = { id: number; name: string; login: string } | null;

export type MappingView = {
  price_types: ({ node: OfNode; id: string } & Omit<PriceTypeRow, 'id' | 'node_id' | 'id_1c'>)[];
  warehouses: ({ node: OfNode; id: string } & Omit<WarehouseRow, 'id' | 'node_id' | 'id_1c'>)[];
  price_columns: string[];
  stores: string[];
};

/** What feeds what now, and what could be fed. */
export async function readMapping(url: string): Promise<MappingView> {
  return inReading(url, async (client) => {
    const nodes = await client.db.selectFrom('onec_nodes').select(['id', 'name', 'login']).execute();
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    const shown = <Row extends Of1c>({ id: _, node_id, id_1c, ...row }: Row) => ({
      node: (node_id === null ? null : nodeOf.get(node_id)) ?? null,
      id: id_1c,
      ...row,
    });
    return {
      price_types: allRows(await loadPriceTypes(client)).map(shown),
      warehouses: allRows(await loadWarehouses(client)).map(shown),
      price_columns: await priceColumns(client),
      stores: await stores(client),
    };
  });
}

type Of1c = { id: number; node_id: number | null; id_1c: string };

async function priceColumns({ db }: Connection): Promise<string[]> {
  const rows = await db.selectFrom('price_columns').select('price_column').orderBy('price_column').execute();
  return rows.map(({ price_column }) => price_column);
}

async function stores({ db }: Connection): Promise<string[]> {
  const rows = await db.selectFrom('stores').select('store').orderBy('store').execute();
  return rows.map(({ store }) => store);
}

/** A price type or a warehouse of this node, null: of nobody. undefined: of whichever alone has it. */
type Whose = { node_id?: number | null };

/**
 * The owner's choice: this price type (by id or name) feeds that column, or none. Prices that 1C ever sent for the
 * columns concerned are worked out again at once. Refused in Russian: an unknown type or column, a type that several
 * nodes have.
 */
export async function mapPriceType(
  url: Place,
  given: { type: string; price_column: string | null; target: 'price' | 'old_price' } & Whose,
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    const { type, price_column, target, node_id } = given;
    const former = await loadRules(client);
    const row = await findOfNode(client, allRows(former.types), type, { node_id, what: 'вид цены' });
    if (price_column !== null) {
      const columns = await priceColumns(client);
      if (!columns.includes(price_column)) refuse(`нет колонки цен «${price_column}», есть: ${columns.join(', ')}`);
    }
    await client.query('update onec_price_types set price_column = $2, target = $3, is_manual = true where id = $1', [
      row.id,
      price_column,
      price_column === null ? null : target,
    ]);
    await createAffected(client);
    await affectAll(client, affects.prices);
    await deriveAgain(client, progress, { former });
  });
}

/**
 * The owner's choice: this warehouse (by id or name) feeds that store, or none. Stock of the stores concerned is worked
 * out again at once where the warehouse makes a difference; reservations stand. Returns the orders that became short.
 */
export async function mapWarehouse(
  url: Place,
  { warehouse, store, node_id }: { warehouse: string; store: string | null } & Whose,
  progress: (text: string) => void = () => {},
): Promise<number[]> {
  return inTransaction(url, async (client) => {
    const former = await loadRules(client);
    const row = await findOfNode(client, allRows(former.warehouses), warehouse, { node_id, what: 'склад' });
    const known = await stores(client);
    if (store !== null && !known.includes(store)) refuse(`нет склада магазина «${store}», есть: ${known.join(', ')}`);
    await client.query('update onec_warehouses set store = $2, is_manual = true where id = $1', [row.id, store]);
    await createAffected(client);
    await affectAll(client, affects.stock);
    const { short_orders } = await deriveAgain(client, progress, { former });
    return short_orders;
  });
}

/** The row of the node as `findNamed` finds it. Refused in Russian too: several nodes have it and none is named. */
async function findOfNode<T extends { id_1c: string; name: string; node_id: number | null }>(
  { db }: Connection,
  rows: T[],
  wanted: string,
  { node_id, what }: Whose & { what: string },
): Promise<T> {
  if (node_id !== undefined) {
    const own = rows.filter((row) => row.node_id === node_id);
    return findNamed(own, wanted, what);
  }
  const ids = rows.filter(({ id_1c }) => id_1c === wanted);
  const found = ids.length > 0 ? ids : rows.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const owners = new Set(found.map((row) => row.node_id));
  if (owners.size > 1) {
    const nodes = await db.selectFrom('onec_nodes').select(['id', 'login']).orderBy('id').execute();
    const logins = nodes.filter(({ id }) => owners.has(id)).map(({ login }) => login);
    const names = owners.has(null) ? [...logins, 'none'] : logins;
    refuse(`${what} «${wanted}» есть у нескольких узлов обмена, укажите узел: ${names.join(', ')}`);
  }
  return findNamed(found, wanted, what);
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
