import { takeGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { ensure } from '#shared/ensure.ts';
import type { Connection } from '../connection.ts';
import { type FreshPartition, isPinned, openPriceWriter } from '../write-prices.ts';
import type { Restored } from './rollback.ts';

/**
 * Prices, old prices and prices by quantity go back where they are still as the package left them. What changes whole
 * comes back as fresh partitions, to be put in place.
 */
export async function restorePrices(
  client: Connection,
  package_id: number,
  progress: (text: string) => void,
): Promise<{ prices: Restored; fresh: FreshPartition[] }> {
  const { rows } = await client.query<{ price_column: string }>(
    `select distinct price_column from onec_price_changes where package_id = $1
     union select distinct jsonb_object_keys(fields) from onec_changes where package_id = $1 and kind = 'tiers' order by 1`,
    [package_id],
  );
  const columns = rows.map(({ price_column }) => price_column);
  if (columns.length === 0) return { prices: { count: 0, left: 0, words: [] }, fresh: [] };
  await takeGoodsWriting(client.db);
  const writer = await openPriceWriter(client, columns);
  await stagePrices(client, package_id, columns);
  await stageTiers(client, package_id, columns);
  const left = await leftPrices(client);
  const fresh = await writer.write(progress);
  const { rows: counted } = await client.query<{ count: number }>(
    'select coalesce(sum(cardinality(product_ids)), 0)::int8 as count from journal_prices',
  );
  return { prices: { count: ensure(counted[0]).count, ...left }, fresh };
}

/** Fills `staged_prices`: of each product all `columns`, those that do not go back as they are. */
async function stagePrices(client: Connection, package_id: number, columns: string[]): Promise<void> {
  await client.query(`
    create temp table price_back (
      price_column text, product_id int, was int, was_old int, became int, became_old int, is_left boolean) on commit drop`);
  await client.query(
    `insert into price_back
     select c.price_column, price.*, (price.was <> price.became or (price.was is null) <> (price.became is null))
         and now.price is distinct from price.became
       or (price.was_old <> price.became_old or (price.was_old is null) <> (price.became_old is null))
         and now.old_price is distinct from price.became_old
       or ${isPinned('c.price_column', 'price.product_id')}
     from onec_price_changes c cross join lateral unnest(c.product_ids, c.was, c.was_old, c.became, c.became_old)
       as price (product_id, was, was_old, became, became_old)
     left join prices now on now.product_id = price.product_id and now.price_column = c.price_column
     where c.package_id = $1`,
    [package_id],
  );
  await client.query('analyze price_back');
  await client.query(
    `insert into staged_prices (product_id, prices, old_prices)
     select ids.product_id, array_agg(${wanted('price', 'was', 'became')} order by c.place),
       array_agg(${wanted('old_price', 'was_old', 'became_old')} order by c.place)
     from (
       select product_id from price_back
       union select record from onec_changes where package_id = $1 and kind = 'tiers'
     ) ids
     cross join unnest($2::text[]) with ordinality c (price_column, place)
     left join price_back b on b.product_id = ids.product_id and b.price_column = c.price_column
     left join prices now on now.product_id = ids.product_id and now.price_column = c.price_column
     group by ids.product_id`,
    [package_id, columns],
  );
}

function wanted(column: string, was: string, became: string): string {
  return `case when b.product_id is not null and now.${column} is not distinct from b.${became} then b.${was} else now.${column} end`;
}

/** Fills `staged_tiers` with what shall stand: what stands now, without what the package added, with what it took. */
async function stageTiers(client: Connection, package_id: number, columns: string[]): Promise<void> {
  const entries = (at: number) => `
    select c.record as product_id, f.key as price_column, (tier -> 0)::int as from_count, (tier -> 1)::int as price
    from onec_changes c, jsonb_each(c.fields) f, jsonb_array_elements(nullif(f.value -> ${at}, 'null')) tier
    where c.package_id = $1 and c.kind = 'tiers'`;
  await client.query(
    `insert into staged_tiers (price_column, product_id, from_count, price)
     select price_column, product_id, from_count, price from price_tiers
     where price_column = any($2) and product_id in (select product_id from staged_prices)
       and (price_column, product_id, from_count, price) not in (
         select price_column, product_id, from_count, price from (${entries(1)}) added)
     union
     select price_column, product_id, from_count, price from (${entries(0)}) gone`,
    [package_id, columns],
  );
}

async function leftPrices(client: Connection): Promise<Omit<Restored, 'count'>> {
  const { rows } = await client.query<{ name: string; price_column: string; column_name: string; count: number }>(
    `select p.name, b.price_column, coalesce(c.name, b.price_column) as column_name, count(*) over () as count
     from price_back b join products p on p.id = b.product_id left join price_columns c on c.price_column = b.price_column
     where b.is_left order by b.product_id, b.price_column limit 50`,
  );
  return {
    left: rows[0]?.count ?? 0,
    words: rows.map(({ name, price_column, column_name }) => ({
      text: `${name}: цена «${column_name}» изменена или закреплена после пакета, осталась`,
      price_column,
    })),
  };
}

/** SQL: what the package changed of stock, as `row`; `c.store`: of which store. */
const stockRows = `onec_stock_changes c, lateral unnest(c.product_ids, c.was_base, c.was, c.became_base, c.became)
  as row (product_id, was_base, was, became_base, became)`;

/** Fills `staged_stock`: stock goes back where it is still as the package left it. */
export async function stageStock(client: Connection, package_id: number): Promise<void> {
  await client.query(
    `insert into staged_stock (store, product_id, on_hand_base, on_hand, expected_base, expected)
     select c.store, row.product_id, row.was_base, coalesce(row.was, 0), row.became_base, row.became
     from ${stockRows} where c.package_id = $1 and exists (
       select from stock s where s.store = c.store and s.product_id = row.product_id)`,
    [package_id],
  );
}

/** What follows when the staged stock is written: rows that were not there go, what buyers and others took is named. */
export async function settleStock(client: Connection, package_id: number): Promise<Omit<Restored, 'count'>> {
  const { rows: left } = await client.query<{ name: string; store: string; store_name: string; count: number }>(
    `select p.name, s.store, coalesce(t.name, s.store) as store_name, count(*) over () as count
     from staged_stock n join stock s on s.store = n.store and s.product_id = n.product_id
     join products p on p.id = s.product_id left join stores t on t.store = s.store
     where (s.on_hand_base, s.on_hand) is distinct from (coalesce(n.on_hand_base, 0), n.on_hand)
     order by s.product_id, s.store limit 50`,
  );
  // There was no row: nothing was known of the good in this store.
  await client.query(
    `delete from stock s using ${stockRows}
     where c.package_id = $1 and row.was is null and s.store = c.store and s.product_id = row.product_id
       and s.on_hand = 0 and s.on_hand_base = 0 and s.reserved = 0
       and not exists (select from reservations r where r.store = s.store and r.product_id = s.product_id)`,
    [package_id],
  );
  return {
    left: left[0]?.count ?? 0,
    words: left.map(({ name, store, store_name }) => ({
      text: `${name}: остаток «${store_name}» изменился после пакета, остался`,
      store,
    })),
  };
}
