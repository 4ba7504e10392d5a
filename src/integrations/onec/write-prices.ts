import type { Connection } from './connection.ts';
import type { PriceTypeRow } from './mapping.ts';
import type { PriceRow } from './price-rows.ts';

/**
 * Writes price rows batch by batch, touching only those that differ. A price that is gone stays as a null row, so that followers
 * see the change; columns that 1C does not feed are never touched.
 */
export async function openPriceWriter(
  client: Connection,
  types: ReadonlyMap<string, PriceTypeRow>,
  formerColumns: readonly string[],
) {
  await client.query(`
    create temp table staged_price_rows (price_column text, product_id int, price int, old_price int) on commit drop`);
  const columns = [...new Set([...[...types.values()].flatMap((type) => type.price_column ?? []), ...formerColumns])];
  return {
    columns,
    /** `isNew`: rows of products made just now, which have no prices yet. */
    async write(rows: PriceRow[], isNew: (row: PriceRow) => boolean): Promise<void> {
      if (rows.length === 0) return;
      const row = ({ price_column, product_id, price, old_price }: PriceRow) => [
        price_column,
        product_id,
        price,
        old_price,
      ];
      const fresh = rows.filter((row) => isNew(row) && (row.price !== null || row.old_price !== null));
      await client.copy('prices (price_column, product_id, price, old_price)', fresh.map(row));
      const known = rows.filter((row) => !isNew(row));
      if (known.length > 0) {
        await client.copy('staged_price_rows (price_column, product_id, price, old_price)', known.map(row));
        await client.query(`
          update prices p set price = s.price, old_price = s.old_price
          from staged_price_rows s
          where p.price_column = s.price_column and p.product_id = s.product_id
            and (p.price, p.old_price) is distinct from (s.price, s.old_price)`);
        await client.query(`
          insert into prices (price_column, product_id, price, old_price)
          select price_column, product_id, price, old_price from staged_price_rows s
          where (price is not null or old_price is not null) and not exists (
            select from prices p where p.price_column = s.price_column and p.product_id = s.product_id)`);
        await client.query('truncate staged_price_rows');
      }
      await writeTiers(client, rows);
    },
  };
}

async function writeTiers(client: Connection, rows: PriceRow[]): Promise<void> {
  const { rows: known } = await client.query<{
    price_column: string;
    product_id: number;
    from_count: number;
    price: number;
  }>(
    'select price_column, product_id, from_count, price from price_tiers where product_id = any($1) and price_column = any($2)',
    [
      [...new Set(rows.map(({ product_id }) => product_id))],
      [...new Set(rows.map(({ price_column }) => price_column))],
    ],
  );
  const keyOf = (row: { price_column: string; product_id: number }, tier: { from_count: number; price: number }) =>
    `${row.price_column} ${row.product_id} ${tier.from_count} ${tier.price}`;
  const wanted = new Map(
    rows.flatMap((row) => row.tiers.map((tier) => [keyOf(row, tier), { ...row, ...tier }] as const)),
  );
  for (const row of known) {
    if (wanted.delete(keyOf(row, row))) continue;
    await client.query('delete from price_tiers where price_column = $1 and product_id = $2 and from_count = $3', [
      ...[row.price_column, row.product_id, row.from_count],
    ]);
  }
  await client.copy(
    'price_tiers (price_column, product_id, from_count, price)',
    [...wanted.values()].map(({ price_column, product_id, from_count, price }) => [
      price_column,
      product_id,
      from_count,
      price,
    ]),
  );
}
