import { takeGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { ensure } from '#shared/ensure.ts';
import { notePrices, noteTiers } from './changes/journal.ts';
import type { Connection } from './connection.ts';
import { arrayText } from './copy-text.ts';
import type { StatedPrices } from './price-rows.ts';

/** A whole new partition of one price column, ready to be put in place of the old one. */
export type FreshPartition = { column: string; table: string };

/** As PostgreSQL names them in a partition. */
const indexes = ['pkey', 'changed_xid_idx'];

/**
 * From so many changed rows, and a third of the column, a new partition is cheaper than changing the old one row by
 * row.
 */
const freshFrom = 2_000;
const freshShare = 1 / 3;

/**
 * Gathers price rows batch by batch and writes those that differ, all at once. A price that is gone stays as a null
 * row, so that followers see the change; columns that 1C does not feed, or of which it says what it said before, are
 * never touched.
 */
export async function openPriceWriter(client: Connection, columns: string[]) {
  // One row per product, with the prices of all columns: twelve times fewer rows to take in.
  await client.query(`
    create temp table staged_prices (
      product_id int, prices int[], old_prices int[],
      -- Columns that stay as they stand; null: none.
      left_alone boolean[]) on commit drop`);
  await client.query(`
    create temp table staged_tiers (price_column text, product_id int, from_count int, price int) on commit drop`);
  return {
    columns,
    /** Of each product, the rows of all `columns` in their order. */
    async stage(products: StatedPrices[]): Promise<void> {
      const prices = client.copy(
        'staged_prices (product_id, prices, old_prices, left_alone)',
        products.map(({ rows, left }) => [
          ensure(rows[0]).product_id,
          arrayText(rows.map(({ price }) => price)),
          arrayText(rows.map(({ old_price }) => old_price)),
          left && arrayText(left),
        ]),
      );
      const tiers = client.copy(
        'staged_tiers (price_column, product_id, from_count, price)',
        products.flatMap(({ rows, left }) =>
          rows.flatMap(({ price_column, product_id, tiers }, at) =>
            left?.[at] ? [] : tiers.map(({ from_count, price }) => [price_column, product_id, from_count, price]),
          ),
        ),
      );
      await Promise.all([prices, tiers]);
    },
    /** Writes columns where little changed; the others come back as partitions for `putInPlace`. */
    async write(progress: (text: string) => void): Promise<FreshPartition[]> {
      await takeGoodsWriting(client.db);
      await namePriceAuthor(client.db, 'обмен с 1С');
      await client.query('analyze staged_prices, staged_tiers');
      // What the triggers of prices would refuse row by row.
      await client.query(
        'delete from staged_prices s where not exists (select from products p where p.id = s.product_id)',
      );
      await keepOtherTiers(client, columns);
      await client.query(`
        create temp table changed_prices (
          product_id int, price int, old_price int, is_new_price boolean, was int, was_old int) on commit drop`);
      const fresh: FreshPartition[] = [];
      for (const [index, column] of columns.entries()) {
        progress(`Цены: колонка ${index + 1} из ${columns.length}`);
        const partition = await writeColumn(client, column, index + 1);
        if (partition) fresh.push(partition);
        await client.query('truncate changed_prices');
      }
      await writeTiers(client, columns);
      return fresh;
    },
  };
}

async function writeColumn(client: Connection, column: string, place: number): Promise<FreshPartition | null> {
  const partition = quoted(`prices_${column}`);
  const { rowCount } = await client.query(`
    insert into changed_prices
    select s.product_id, s.prices[${place}], s.old_prices[${place}], s.prices[${place}] is distinct from p.price,
      p.price, p.old_price
    from staged_prices s left join ${partition} p on p.product_id = s.product_id
    where (s.prices[${place}], s.old_prices[${place}]) is distinct from (p.price, p.old_price)
      and s.left_alone[${place}] is not true and not ${isPinned(literal(column), 's.product_id')}
    order by s.product_id`);
  if (!rowCount) return null;
  await notePrices(client, column);
  const size = await client.query<{ count: number }>(`select count(*) as count from ${partition}`);
  if (rowCount >= freshFrom && rowCount >= freshShare * ensure(size.rows[0]).count)
    return buildPartition(client, column);
  await writeRows(client, column);
  return null;
}

async function writeRows(client: Connection, column: string): Promise<void> {
  await client.query(
    `update prices p set price = c.price, old_price = c.old_price
     from changed_prices c where p.price_column = $1 and p.product_id = c.product_id`,
    [column],
  );
  await client.query(
    `insert into prices (price_column, product_id, price, old_price)
     select $1, product_id, price, old_price from changed_prices c
     where not exists (select from ${quoted(`prices_${column}`)} p where p.product_id = c.product_id)`,
    [column],
  );
}

/**
 * The column as it will be: rows that stay keep their changed_xid, the changed ones bear this transaction's. What the
 * triggers of prices do row by row is done here for all: price_changes; that the products exist is seen to before.
 */
async function buildPartition(client: Connection, column: string): Promise<FreshPartition> {
  const partition = quoted(`prices_${column}`);
  const table = `fresh_prices_${column}`;
  const fresh = quoted(table);
  const text = literal(column);
  await client.query(`create table ${fresh} (like prices including defaults including constraints including storage)`);
  await client.query(`
    insert into ${fresh} (price_column, product_id, price, old_price, changed_xid)
    select ${text}, product_id, p.price, p.old_price, p.changed_xid from ${partition} p
    where not exists (select from changed_prices c where c.product_id = p.product_id)
    union all
    select ${text}, c.product_id, c.price, c.old_price, pg_current_xact_id()
    from changed_prices c
    order by product_id`);
  await client.query(`
    insert into price_changes (price_column, product_id, price, who)
    select ${text}, product_id, price, current_setting('shop.price_author') from changed_prices where is_new_price order by product_id`);
  const [key, changed] = indexes.map((index) => quoted(`${table}_${index}`));
  await client.query(`alter table ${fresh} add constraint ${key} primary key (product_id, price_column)`);
  await client.query(`create index ${changed} on ${fresh} (changed_xid)`);
  // Said and checked now, so that taking its place needs no look at the rows.
  await client.query(`alter table ${fresh} add constraint of_column check (price_column = ${text})`);
  await client.query(`analyze ${fresh}`);
  return { column, table };
}

/**
 * Puts the fresh partitions in the place of the old ones; nobody reads prices from the first of them until the
 * transaction ends, so this comes last. Returns false, without waiting longer than `patience` milliseconds, when
 * somebody is in the way: the transaction must then return to a savepoint before this call and may try again.
 */
export async function putInPlace(client: Connection, fresh: FreshPartition[], patience: number): Promise<boolean> {
  if (fresh.length === 0) return true;
  // What this transaction wrote goes to disk before the tables are locked, not while they are.
  await client.query(`select pg_logical_emit_message(false, 'onec', '', true)`);
  await client.query(`set local lock_timeout = ${patience}`);
  try {
    await client.query('lock table prices in access exclusive mode');
    for (const { column, table } of fresh) {
      const partition = quoted(`prices_${column}`);
      const renamed = indexes.map(
        (index) => `alter index ${quoted(`${table}_${index}`)} rename to ${quoted(`prices_${column}_${index}`)}`,
      );
      await client.query(
        [
          `drop table ${partition}`,
          `alter table ${quoted(table)} rename to ${partition}`,
          ...renamed,
          `alter table prices attach partition ${partition} for values in (${literal(column)})`,
          `alter table ${partition} drop constraint of_column`,
        ].join(';\n'),
      );
    }
  } catch (error) {
    if ((error as { code?: string }).code === '55P03' /* lock_not_available */) return false;
    throw error;
  }
  await client.query('set local lock_timeout = 0');
  // Whoever reads by an older snapshot finds the fresh partitions empty, and their unchanged rows tell followers
  // nothing.
  await client.query('select reread_prices()');
  return true;
}

/**
 * Without closing anything: what changed is written into the old partitions row by row, price_changes has it already.
 */
export async function writeInstead(client: Connection, fresh: FreshPartition[]): Promise<void> {
  for (const { column, table } of fresh) {
    await client.query('truncate changed_prices');
    await client.query(`
      insert into changed_prices (product_id, price, old_price)
      select product_id, price, old_price from ${quoted(table)} where changed_xid = pg_current_xact_id()`);
    await writeRows(client, column);
    await client.query(`drop table ${quoted(table)}`);
  }
}

async function writeTiers(client: Connection, columns: string[]): Promise<void> {
  await noteTiers(client, columns);
  await client.query(
    `delete from price_tiers t using staged_prices s
     where t.product_id = s.product_id and t.price_column = any($1) and not exists (
       select from staged_tiers n where n.price_column = t.price_column and n.product_id = t.product_id
         and n.from_count = t.from_count and n.price = t.price)`,
    [columns],
  );
  await client.query(
    `insert into price_tiers (price_column, product_id, from_count, price)
     select price_column, product_id, from_count, price from staged_tiers n
     where not exists (
       select from price_tiers t where t.price_column = n.price_column and t.product_id = n.product_id
         and t.from_count = n.from_count)`,
  );
}

/** A price that the shop has pinned, or that is left alone, keeps its prices from a count on too. */
async function keepOtherTiers(client: Connection, columns: string[]): Promise<void> {
  await client.query(`delete from staged_tiers n where ${isPinned('n.price_column', 'n.product_id')}`);
  await client.query(
    `insert into staged_tiers (price_column, product_id, from_count, price)
     select t.price_column, t.product_id, t.from_count, t.price
     from price_tiers t join staged_prices s on s.product_id = t.product_id
     where s.left_alone[array_position($1::text[], t.price_column)] or ${isPinned('t.price_column', 't.product_id')}`,
    [columns],
  );
}

/** SQL: whether the shop has pinned this price, so that 1C leaves it alone. */
export function isPinned(column: string, product: string): string {
  return `exists (select from price_pins k
    where k.product_id = ${product} and k.price_column = ${column} and (k.until is null or k.until > now()))`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
