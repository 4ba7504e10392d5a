import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { holdFirstValues } from './goods-writing.ts';

export type PriceKey = { price_column: string; product_id: number };

/** The cell as a key of a Map. */
export function priceKey({ price_column, product_id }: PriceKey): string {
  return `${price_column} ${product_id}`;
}

/** Kopecks per sales unit; null: not sold by this column («по запросу»). */
export type PriceRow = PriceKey & { price: number | null; old_price: number | null };

/** What the columns hold for these goods; there is no row where the column never had a price. */
export async function readPrices(db: Db, keys: PriceKey[]): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select p.price_column, p.product_id, p.price, p.old_price
    from prices p
    join unnest(${keys.map(({ price_column }) => price_column)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (price_column, product_id) on k.price_column = p.price_column and k.product_id = p.product_id
    where p.price_column = any(${columnsOf(keys)}::text[])`.execute(db);
  return rows;
}

/**
 * Keeps these prices from other writers until the transaction ends, those that are not there yet too, in an order that
 * is everybody's, so that two batches never wait for each other: name all of a transaction's in one call.
 */
export async function lockPrices(db: Db, keys: PriceKey[]): Promise<void> {
  const { rows: lacking } = await sql<{ price_column: string }>`
    select distinct k.price_column
    from unnest(${keys.map(({ price_column }) => price_column)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (price_column, product_id)
    where not exists (
      select from prices p where p.price_column = k.price_column and p.product_id = k.product_id
        and p.price_column = any(${columnsOf(keys)}::text[]))`.execute(db);
  await holdFirstValues(
    db,
    'prices',
    lacking.map(({ price_column }) => price_column),
  );
  await sql`
    select from prices p
    join unnest(${keys.map(({ price_column }) => price_column)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (price_column, product_id) on k.price_column = p.price_column and k.product_id = p.product_id
    where p.price_column = any(${columnsOf(keys)}::text[])
    order by p.product_id, p.price_column
    for update of p`.execute(db);
}

/**
 * Writes the rows; a trigger keeps each new price in price_changes. Call inside `shareGoodsWriting`, with rows that
 * differ from what is there.
 */
export async function savePrices(db: Db, prices: PriceRow[]): Promise<void> {
  if (prices.length === 0) return;
  await sql`
    insert into prices (price_column, product_id, price, old_price)
    select price_column, product_id, price, old_price
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as n (price_column text, product_id int, price int, old_price int)
    order by product_id, price_column
    on conflict (product_id, price_column) do update set price = excluded.price, old_price = excluded.old_price`.execute(
    db,
  );
}

function columnsOf(keys: PriceKey[]): string[] {
  return [...new Set(keys.map(({ price_column }) => price_column))];
}
