import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { holdFirstValues } from './goods-writing.ts';

export type StockKey = { store: string; product_id: number };
/** What lies in the store, reserved goods included: base units with up to six decimals, and whole sales units. */
export type StockRow = StockKey & { on_hand_base: string; on_hand: number };

/** What the stores hold of these goods; there is no row where nothing was ever said. */
export async function readStock(db: Db, keys: StockKey[]): Promise<(StockRow & { reserved: number })[]> {
  const { rows } = await sql<StockRow & { reserved: number }>`
    select s.store, s.product_id, s.on_hand_base::text as on_hand_base, s.on_hand, s.reserved
    from stock s
    join unnest(${keys.map(({ store }) => store)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (store, product_id) on k.store = s.store and k.product_id = s.product_id
    where s.store = any(${storesOf(keys)}::text[])`.execute(db);
  return rows;
}

/**
 * Keeps this stock from other writers until the transaction ends, what is not there yet too, in the order in which
 * orders lock it: name all of a transaction's in one call.
 */
export async function lockStock(db: Db, keys: StockKey[]): Promise<void> {
  const { rows: lacking } = await sql<{ store: string }>`
    select distinct k.store
    from unnest(${keys.map(({ store }) => store)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (store, product_id)
    where not exists (
      select from stock s where s.store = k.store and s.product_id = k.product_id
        and s.store = any(${storesOf(keys)}::text[]))`.execute(db);
  await holdFirstValues(
    db,
    'stock',
    lacking.map(({ store }) => store),
  );
  await sql`
    select from stock s
    join unnest(${keys.map(({ store }) => store)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (store, product_id) on k.store = s.store and k.product_id = s.product_id
    where s.store = any(${storesOf(keys)}::text[])
    order by s.product_id, s.store
    for update of s`.execute(db);
}

/**
 * Writes on_hand alone, so reservations stand and it may fall below them (S7-36): `markShortOrders` has to follow. Call
 * inside `shareGoodsWriting`, with rows that differ from what is there.
 */
export async function saveStock(db: Db, stock: StockRow[]): Promise<void> {
  if (stock.length === 0) return;
  await sql`
    insert into stock (store, product_id, on_hand_base, on_hand)
    select store, product_id, on_hand_base, on_hand
    from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb)
      as n (store text, product_id int, on_hand_base numeric, on_hand int)
    order by product_id, store
    on conflict (store, product_id) do update
      set on_hand_base = excluded.on_hand_base, on_hand = excluded.on_hand, updated_at = now()`.execute(db);
}

function storesOf(keys: StockKey[]): string[] {
  return [...new Set(keys.map(({ store }) => store))];
}
