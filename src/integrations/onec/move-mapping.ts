import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import { loadPriceTypes, loadWarehouses, rowsOf } from './mapping.ts';

/** What goods of a catalogue must be worked out again for: columns and stores that fed them until now. */
export type MovedMapping = { isChanged: boolean; formerColumns: string[]; formerStores: string[] };

export function nothingMoved(): MovedMapping {
  return { isChanged: false, formerColumns: [], formerStores: [] };
}

/**
 * A catalogue has come from one node to another; `from` null: it came by command so far. The rules of its price types
 * and warehouses come along: the new node gets those that it has not; of two for one id the owner's choice stands
 * before a guess, else the new node's own. What the former node needs no more goes. Adds to `moved` what differs.
 */
export async function moveMapping(client: Connection, move: Move, moved: MovedMapping): Promise<void> {
  await movePriceTypes(client, move, moved);
  await moveWarehouses(client, move, moved);
  if (await feedsNothing(client, move.from)) await forgetMapping(client, move);
}

type Move = { from: number | null; to: number };

async function movePriceTypes(client: Connection, { from, to }: Move, moved: MovedMapping): Promise<void> {
  const types = await loadPriceTypes(client);
  const known = rowsOf(types, to);
  for (const row of rowsOf(types, from).values()) {
    const own = known.get(row.id_1c);
    if (!own) {
      await client.query(
        `insert into onec_price_types (node_id, id_1c, name, currency, price_column, target, is_manual)
         select $2, id_1c, name, currency, price_column, target, is_manual from onec_price_types where id = $1`,
        [row.id, to],
      );
    } else if (own.price_column !== row.price_column || own.target !== row.target || own.currency !== row.currency) {
      moved.isChanged = true;
      moved.formerColumns.push(...[own.price_column, row.price_column].flatMap((column) => column ?? []));
      if (row.is_manual && !own.is_manual)
        await client.query(
          'update onec_price_types set price_column = $2, target = $3, is_manual = true where id = $1',
          [own.id, row.price_column, row.target],
        );
    }
  }
}

async function moveWarehouses(client: Connection, { from, to }: Move, moved: MovedMapping): Promise<void> {
  const warehouses = await loadWarehouses(client);
  const known = rowsOf(warehouses, to);
  for (const row of rowsOf(warehouses, from).values()) {
    const own = known.get(row.id_1c);
    if (!own) {
      await client.query(
        `insert into onec_warehouses (node_id, id_1c, name, address, store, is_manual)
         select $2, id_1c, name, address, store, is_manual from onec_warehouses where id = $1`,
        [row.id, to],
      );
    } else if (own.store !== row.store) {
      moved.isChanged = true;
      moved.formerStores.push(...[own.store, row.store].flatMap((store) => store ?? []));
      if (row.is_manual && !own.is_manual)
        await client.query('update onec_warehouses set store = $2, is_manual = true where id = $1', [
          ...[own.id, row.store],
        ]);
    }
  }
}

/** Whether no good is left that goes by the rules of this node (null: of no node). */
async function feedsNothing(client: Connection, node_id: number | null): Promise<boolean> {
  const { rows } = await client.query<{ is_empty: boolean }>(
    node_id === null
      ? `select not exists (
           select from onec_goods g where not exists (
             select from onec_catalogs c where c.catalog_id_1c = g.catalog_id_1c)) as is_empty`
      : 'select not exists (select from onec_catalogs where node_id = $1) as is_empty',
    node_id === null ? [] : [node_id],
  );
  return ensure(rows[0]).is_empty;
}

/** Else the former node's would count as those of another base for ever. */
async function forgetMapping(client: Connection, { from, to }: Move): Promise<void> {
  await client.query('delete from onec_price_types where node_id is not distinct from $1', [from]);
  await client.query('delete from onec_warehouses where node_id is not distinct from $1', [from]);
  await client.query('update onec_groups set node_id = $2 where node_id = $1', [from, to]);
}
