import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { enqueue } from '#platform/queue.ts';
import { shareGoodsWriting } from './goods-writing.ts';
import { lockPrices, type PriceKey, savePrices } from './save-prices.ts';

export type PricePin = PriceKey & {
  idcode: string;
  name: string;
  /** Kopecks per sales unit. */
  price: number | null;
  until: Date | null;
  pinned_at: Date;
};

/** Pinned prices by product; at most `limit`. */
export async function listPricePins(db: Db, { limit }: { limit: number }): Promise<PricePin[]> {
  return db
    .selectFrom('price_pins as k')
    .innerJoin('products as p', 'p.id', 'k.product_id')
    .leftJoin('prices as s', (join) =>
      join.onRef('s.product_id', '=', 'k.product_id').onRef('s.price_column', '=', 'k.price_column'),
    )
    .select(['k.product_id', 'k.price_column', 'p.idcode', 'p.name', 's.price', 'k.until', 'k.pinned_at'])
    .orderBy('p.name')
    .orderBy('k.product_id')
    .orderBy('k.price_column')
    .limit(limit)
    .execute();
}

/**
 * Pins the price of a product in a column, until then or for ever (null): 1C and other programs leave it as it is.
 * `price`: kopecks per sales unit from now on, null for «по запросу», without an old price; undefined: as it is. Throws
 * exchange_busy while a package of 1C writes. Call in a transaction.
 */
export async function pinPrice(
  db: Db,
  { product_id, price_column, price, until }: PriceKey & { price: number | null | undefined; until: Date | null },
): Promise<void> {
  await shareGoodsWriting(db);
  const key = { product_id, price_column };
  if (price !== undefined) await lockPrices(db, [key]);
  await db
    .insertInto('price_pins')
    .values({ ...key, until })
    .onConflict((conflict) => conflict.columns(['product_id', 'price_column']).doUpdateSet({ until }))
    .execute();
  if (price === undefined) return;
  await savePrices(db, [{ ...key, price, old_price: null }]);
  await invalidate(db, [`product:${product_id}`]);
}

/** Takes the pins of a product out, all of them or one column's. What 1C says must be worked out again. */
export async function dropPins(db: Db, { product_id, price_column }: Partial<PriceKey> & { product_id: number }) {
  const rows = await db
    .deleteFrom('price_pins')
    .where('product_id', '=', product_id)
    .$if(price_column !== undefined, (query) => query.where('price_column', '=', price_column ?? ''))
    .returning('price_column')
    .execute();
  return rows.map((row) => row.price_column);
}

/** Forgets pins whose time is over; the prices that 1C says again. */
export async function endPins(db: Db): Promise<PriceKey[]> {
  return db
    .deleteFrom('price_pins')
    .where('until', '<=', sql<Date>`now()`)
    .returning(['price_column', 'product_id'])
    .execute();
}

/** Of these prices, those that are pinned now, as `column product`. */
export async function pinnedOf(db: Db, keys: PriceKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('price_pins')
    .select(['price_column', 'product_id'])
    .where('product_id', 'in', [...new Set(keys.map(({ product_id }) => product_id))])
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .execute();
  return new Set(rows.map(({ price_column, product_id }) => `${price_column} ${product_id}`));
}

/** Gives a price back to 1C, as `releaseFields` does. Returns whether it was pinned. */
export async function releasePin(db: Db, { product_id, price_column }: PriceKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('price_pins')
    .set({ until: sql<Date>`now()` })
    .where('product_id', '=', product_id)
    .where('price_column', '=', price_column)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Pins these prices for ever where they are not pinned yet; returns those that were not. */
export async function keepPins(db: Db, keys: PriceKey[]): Promise<PriceKey[]> {
  if (keys.length === 0) return [];
  return db
    .insertInto('price_pins')
    .values(keys.map(({ price_column, product_id }) => ({ price_column, product_id, until: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'price_column'])
        .doUpdateSet({ until: null })
        .where('price_pins.until', '<=', sql<Date>`now()`),
    )
    .returning(['price_column', 'product_id'])
    .execute();
}

/**
 * Ends these pins: what 1C said last stands there within seconds. A pin that somebody has given a day meanwhile is
 * theirs and stands.
 */
export async function takeOutPins(db: Db, keys: PriceKey[]): Promise<void> {
  if (keys.length === 0) return;
  const known = keys.map(({ price_column, product_id }) => ({ price_column, product_id }));
  await sql`
    update price_pins n set until = now() from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as k (price_column text, product_id int)
    where n.price_column = k.price_column and n.product_id = k.product_id and n.until is null`.execute(db);
  await enqueue(db, 'derive_released', {});
}
