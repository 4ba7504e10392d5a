import { sql } from 'kysely';
import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { lockStock, type StockKey } from '#modules/catalogue/save-stock.ts';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { affects } from './affected.ts';
import type { Connection } from './connection.ts';

/**
 * SQL: by store and product, what orders hold in the shop and the stock of the good's own base is without: whole sales
 * units, and base units. It lies in the store all the same. Of one order never more than 1C has confirmed, nor than the
 * shop still holds; nothing where the order counts by another unit than the good.
 */
export const keptAside = `
  select r.store, r.product_id, sum(least(x.left_count, r.count))::int as count,
    round(sum(least(x.left_count, r.count) * p.factor_base::numeric / p.factor_sales), 6) as count_base
  from onec_reserves x
  join onec_nodes n on n.id = x.node_id and n.stock_excludes_reserves
  join products p on p.id = x.product_id
  join onec_catalogs k on k.catalog_id_1c = p.catalog_id_1c and k.node_id = x.node_id
  join order_lines l on l.order_id = x.order_id and l.product_id = x.product_id
    and l.factor_base = p.factor_base and l.factor_sales = p.factor_sales
  join reservations r on r.order_line_id = l.id and r.ended_at is null and r.store = x.left_store
  group by r.store, r.product_id`;

/** SQL: a row of `keptAside` may be of this row, which has a store and a product_id. */
export function mayBeKeptAside(row: string): string {
  return `exists (select from onec_reserves x where x.product_id = ${row}.product_id and x.left_store = ${row}.store)`;
}

/** Whose package it is; `formed_after`: the exchange began then, so all of it was written later; null: not known. */
type MergedPackage = { node_id: number; package_id: number; formed_after: Date | null };

/**
 * The package says the stock of goods that its base holds for orders. Of a base whose stock excludes them, what it
 * confirmed before the exchange began has left that stock from this word on; a file of unknown time proves nothing, and
 * what was known before it counts no more. A word counts for a store when it names all that is known of the store.
 * Goods of which that is news are worked out again, and the stores concerned take the word also where its number is the
 * same. Call it when the package is merged.
 */
export async function takeOverReserves(
  client: Connection,
  { node_id, package_id, formed_after }: MergedPackage,
): Promise<void> {
  const isStated = (store: string) => `exists (
    select from staged_offers s
    join products p on p.id_1c = s.id and p.id = x.product_id
    join onec_offers o on o.id_1c = s.id
    join staged_containers c on c.id = coalesce(s.rests_container, s.container)
    where s.rests is not null and s.deleted is not true
      and exists (select from onec_warehouses w where w.node_id = x.node_id and w.store = ${store}
        and (c.is_full or s.rests::jsonb ? w.id_1c))
      and not exists (select from onec_warehouses w where w.node_id = x.node_id and w.store = ${store}
        and o.rests ? w.id_1c and not s.rests::jsonb ? w.id_1c))`;
  const note = (updated: string) => `
    with updated as (
      ${updated} returning x.product_id, array[old.left_store, new.left_store] as stores
    ), noted as (
      insert into restated_stock (store, product_id)
      select distinct store, product_id from updated, unnest(stores) store where store is not null
    )
    insert into affected (good_id, seq, what)
    select distinct split_part(p.id_1c, '#', 1), 0, ${affects.stock}
    from updated join products p on p.id = updated.product_id`;
  const { rows } = await client.query(
    `select from onec_nodes n where n.id = $1 and n.stock_excludes_reserves
       and exists (select from onec_reserves x where x.node_id = n.id)
       and exists (select from staged_offers s where s.rests is not null)`,
    [node_id],
  );
  if (rows.length === 0) return;
  // Of an order that ended meanwhile too: the same number means less when nothing is kept aside any more.
  await client.query(
    `insert into restated_stock (store, product_id)
     select distinct x.left_store, x.product_id from onec_reserves x
     where x.node_id = $1 and x.left_store is not null and ${isStated('x.left_store')}`,
    [node_id],
  );
  if (formed_after === null) {
    await client.query(
      note(`update onec_reserves x set left_store = null, left_count = null, left_in = null
        where x.node_id = $1 and x.left_store is not null and ${isStated('x.left_store')}`),
      [node_id],
    );
    return;
  }
  await client.query(
    note(`update onec_reserves x set left_store = x.store, left_count = x.count, left_in = $2
      where x.node_id = $1 and x.since < $3 and (x.left_store, x.left_count) is distinct from (x.store, x.count)
        and ${isStated('x.store')}`),
    [node_id, package_id, formed_after],
  );
}

/**
 * What a package said first of reserves counts no more when it is rolled back, save of goods whose stock a later one of
 * the packages `later` has said again.
 */
export async function takeBackReserves(client: Connection, package_id: number, later: number[]): Promise<void> {
  await client.query(
    `update onec_reserves x set left_store = null, left_count = null, left_in = null
     where x.left_in = $1 and not exists (
       select from onec_offers_before b join products p on p.id_1c = b.id_1c
       where b.package_id = any($2) and b.has_rests and p.id = x.product_id)`,
    [package_id, later],
  );
}

/**
 * The owner says whether the stock of the base excludes what it holds for orders. No longer: what was taken for kept
 * aside is not there any more, at once, and orders that hold more than there is are marked short. From now on: the next
 * word of each good decides. Throws exchange_busy. Call it in a transaction, with the node locked.
 */
export async function setStockExcludesReserves(db: Db, node_id: number, excludes: boolean): Promise<void> {
  if (!excludes) await countAgain(db, node_id);
  await sql`
    update onec_reserves set left_store = null, left_count = null, left_in = null
    where node_id = ${node_id} and left_store is not null`.execute(db);
  await db.updateTable('onec_nodes').set({ stock_excludes_reserves: excludes }).where('id', '=', node_id).execute();
}

async function countAgain(db: Db, node_id: number): Promise<void> {
  await shareGoodsWriting(db);
  const { rows: held } = await sql<StockKey>`
    select distinct left_store as store, product_id from onec_reserves
    where node_id = ${node_id} and left_store is not null`.execute(db);
  if (held.length === 0) return;
  await lockStock(db, held);
  const { rows } = await sql<StockKey>`
    update stock s set on_hand = s.on_hand - a.count, on_hand_base = s.on_hand_base - a.count_base, updated_at = now()
    from (${sql.raw(keptAside)}) a
    join products p on p.id = a.product_id
    join onec_catalogs k on k.catalog_id_1c = p.catalog_id_1c and k.node_id = ${node_id}
    where s.store = a.store and s.product_id = a.product_id
    returning s.store, s.product_id`.execute(db);
  await markShortOrders(db, rows);
  await invalidate(db, ['catalogue']);
}
