import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import { loadPriceTypes, loadWarehouses, rowsOf } from './mapping.ts';

/**
 * A catalogue has come from one node to another; `from` null: it came by command so far. The rules of its price types
 * and warehouses come along: the new node gets those that it has not; of two for one id the owner's choice stands
 * before a guess, else the new node's own. What the former node needs no more goes. Returns whether rules differ, so
 * that goods must be worked out again.
 */
export async function moveMapping(client: Connection, move: Move): Promise<boolean> {
  const areOtherTypes = await movePriceTypes(client, move);
  const areOtherWarehouses = await moveWarehouses(client, move);
  if (await feedsNothing(client, move.from)) await forgetMapping(client, move);
  return areOtherTypes || areOtherWarehouses;
}

type Move = { from: number | null; to: number };

async function movePriceTypes(client: Connection, { from, to }: Move): Promise<boolean> {
  let isChanged = false;
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
      isChanged = true;
      if (row.is_manual && !own.is_manual)
        await client.query(
          'update onec_price_types set price_column = $2, target = $3, is_manual = true where id = $1',
          [own.id, row.price_column, row.target],
        );
    }
  }
  return isChanged;
}

async function moveWarehouses(client: Connection, { from, to }: Move): Promise<boolean> {
  let isChanged = false;
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
      isChanged = true;
      if (row.is_manual && !own.is_manual)
        await client.query('update onec_warehouses set store = $2, is_manual = true where id = $1', [
          ...[own.id, row.store],
        ]);
    }
  }
  return isChanged;
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
