import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  catalog,
  commerceml,
  good,
  mainGroup,
  offer,
  offersPackage,
  openImports,
  prices,
  priceType,
  retail,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { rollBackPackage } from './changes/rollback.ts';

const { db, url } = await testDatabase();
const onec = await openImports(url);

/** Enough for threads to read them and for prices to come in fresh partitions. */
const count = 2_200;
const text = 'Для внутренних и наружных работ. '.repeat(40);
const ids = Array.from({ length: count }, (_, n) => n);

/** `priceOf` good n in roubles; so many of each are there. */
function offers(priceOf: (n: number) => number, rest = 7) {
  const row = (n: number) => prices({ retail: priceOf(n), cher: priceOf(n) + 1 });
  return commerceml(
    offersPackage(
      ids.map((n) => offer(`g${n}`, `Товар ${n}`, row(n), `<Количество>${rest}</Количество>`)),
      { types: retail + priceType('cher', 'Розничная Череповец') },
    ),
  );
}

/** One row per price with the moment of its last change; what was written when is compared by it. */
async function shown() {
  const { rows } = await sql<{ price_column: string; id_1c: string; price: number; xid: string; history: string }>`
    select s.price_column, p.id_1c, s.price, s.changed_xid::text as xid, (
      select string_agg(c.price::text, ' ' order by c.changed_at) from price_changes c
      where c.price_column = s.price_column and c.product_id = p.id) as history
    from prices s join products p on p.id = s.product_id`.execute(db);
  return new Map(rows.map(({ price_column, id_1c, ...row }) => [`${price_column} ${id_1c}`, row]));
}

async function tableOf(column: string) {
  const { rows } = await sql<{ oid: number }>`select ${`prices_${column}`}::regclass::oid as oid`.execute(db);
  return rows[0]!.oid;
}

beforeAll(async () => {
  await makeBranches(db);
  const summary = await onec.import({
    'import.xml': commerceml(
      mainGroup + catalog(ids.map((n) => good(`g${n}`, `Товар ${n}`, `<Описание>${text}</Описание>`))),
    ),
    'offers.xml': offers((n) => 100 + n),
  });
  expect(summary).toMatchObject({
    goods: { read: count, created: count },
    prices: { read: 2 * count, created: 2 * count },
    stocks: { read: count, created: count },
  });
});

test('a large first package has every product, price and its history', async () => {
  const rows = await shown();
  expect(rows.size).toBe(2 * count);
  for (const n of ids) {
    expect(rows.get(`vologda g${n}`)).toMatchObject({ price: (100 + n) * 100, history: String((100 + n) * 100) });
    expect(rows.get(`cherepovets g${n}`)).toMatchObject({ price: (101 + n) * 100 });
  }
});

test('a full price file comes in fresh partitions: changed prices leave history and tell followers, the others stay as they are', async () => {
  const before = await shown();
  const former = await tableOf('vologda');
  const epoch = () =>
    sql<{ epoch: number }>`select prices_epoch as epoch from catalogue_version`
      .execute(db)
      .then(({ rows }) => rows[0]!.epoch);
  const formerEpoch = await epoch();
  const priceOf = (n: number) => (n < 100 ? 100 + n : 500 + n);
  const summary = await onec.import({ 'offers.xml': offers(priceOf) });
  expect(summary.prices).toMatchObject({ changed: 2 * (count - 100), unchanged: 200 });
  expect(await tableOf('vologda')).not.toBe(former);
  // Who reads by an older snapshot sees nothing in a fresh table: it must read again.
  expect(await epoch()).toBe(formerEpoch + 1);
  const rows = await shown();
  expect(rows.size).toBe(2 * count);
  for (const n of ids) {
    const own = rows.get(`vologda g${n}`)!;
    const old = before.get(`vologda g${n}`)!;
    if (n < 100) expect(own).toEqual(old);
    else {
      expect(own).toMatchObject({ price: priceOf(n) * 100, history: `${old.history} ${priceOf(n) * 100}` });
      expect(BigInt(own.xid)).toBeGreaterThan(BigInt(old.xid));
    }
  }
});

test('fresh partitions of prices drop pages once: when the prices have been read', async () => {
  const listener = await db.pool.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query('listen invalidated');
  const { package_id } = await onec.import({ 'offers.xml': offers((n) => 2_500 + n) });
  await rollBackPackage(url, package_id!, 'Ольга Кузнецова');
  await listener.query('select');
  expect(new Set(payloads)).toEqual(new Set(['["revision"]']));
  // A few prices are in place at once, and so are pages.
  await onec.import({ 'offers.xml': offers((n) => (n === 9 ? 5 : n < 100 ? 100 + n : 500 + n)) });
  await listener.query('select');
  expect(payloads).toContain('["catalogue"]');
  await onec.import({ 'offers.xml': offers((n) => (n < 100 ? 100 + n : 500 + n)) });
  await listener.query('unlisten *');
  listener.release();
});

test('the new partition is like the old one: keys, checks and what follows a change by hand', async () => {
  const { rows } = await sql<{ id: number }>`select id from products where id_1c = 'g5'`.execute(db);
  const own = sql`price_column = 'vologda' and product_id = ${rows[0]!.id}`;
  await expect(sql`update prices set price = 0 where ${own}`.execute(db)).rejects.toThrow(/price_check/);
  await expect(
    sql`insert into prices (price_column, product_id, price) values ('vologda', ${rows[0]!.id}, 1)`.execute(db),
  ).rejects.toThrow(/duplicate key/);
  await expect(
    sql`insert into prices (price_column, product_id, price) values ('vologda', 999999, 1)`.execute(db),
  ).rejects.toThrow(/does not exist/);
  const before = (await shown()).get('vologda g5')!;
  await sql`update prices set price = 77 where ${own}`.execute(db);
  const after = (await shown()).get('vologda g5')!;
  expect(after).toMatchObject({ price: 77, history: `${before.history} 77` });
  expect(BigInt(after.xid)).toBeGreaterThan(BigInt(before.xid));
});

test('somebody who reads prices for long holds up neither the import nor the shop: rows are changed one by one', async () => {
  const former = await tableOf('vologda');
  const reader = await db.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select count(*) from prices');
    await onec.import({ 'offers.xml': offers((n) => 900 + n) });
    await reader.query('commit');
  } finally {
    reader.release();
  }
  expect(await tableOf('vologda')).toBe(former);
  const rows = await shown();
  for (const n of ids) {
    const { price, history } = rows.get(`vologda g${n}`)!;
    expect(price).toBe((900 + n) * 100);
    expect(history.split(' ').at(-1)).toBe(String(price));
  }
  const { rows: left } = await sql`select from pg_class where relname like 'fresh_%'`.execute(db);
  expect(left).toEqual([]);
});

test('a few changed prices are changed where they lie', async () => {
  const former = await tableOf('cherepovets');
  const before = await shown();
  await onec.import({ 'offers.xml': offers((n) => (n === 7 ? 5 : 900 + n)) });
  expect(await tableOf('cherepovets')).toBe(former);
  const rows = await shown();
  expect(rows.get('vologda g7')!.price).toBe(500);
  expect(rows.get('vologda g8')).toEqual(before.get('vologda g8'));
});

test('nothing of a package is written while nobody can read prices: its journal and stock stand before, also when it is rolled back', async () => {
  await sql`
    create function refuse_late() returns trigger language plpgsql as $$ begin
      if exists (select from pg_locks where pid = pg_backend_pid() and relation = 'prices'::regclass
          and mode = 'AccessExclusiveLock') then
        raise exception '% is written while prices are locked', tg_table_name;
      end if;
      return null;
    end $$`.execute(db);
  const tables = ['onec_changes', 'onec_price_changes', 'onec_stock_changes', 'onec_created', 'stock', 'orders'];
  const watch = (table: string) =>
    sql`create trigger refuse_late before insert or update or delete on ${sql.table(table)}
      for each statement execute function refuse_late()`.execute(db);
  for (const table of tables) await watch(table);
  const former = await tableOf('vologda');
  const { package_id } = await onec.import({ 'offers.xml': offers((n) => 1_500 + n, 9) });
  const fresh = await tableOf('vologda');
  expect(fresh).not.toBe(former);
  await rollBackPackage(url, package_id!, 'Ольга Кузнецова');
  expect(await tableOf('vologda')).not.toBe(fresh);
  expect((await shown()).get('vologda g8')).toMatchObject({ price: 90_800 });
  const { rows } = await sql<{ on_hand: number }>`
    select distinct on_hand from stock s join products p on p.id = s.product_id where p.id_1c = 'g8'`.execute(db);
  expect(rows).toEqual([{ on_hand: 7 }]);
  for (const table of tables) await sql`drop trigger refuse_late on ${sql.table(table)}`.execute(db);
});

test('what the database refuses in the middle of a large package ends the import with its reason, and nothing of it stays', async () => {
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'refused in the middle'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_one before insert on products for each row when (new.id_1c = 'h900') execute function refuse_one()`.execute(
    db,
  );
  const others = ids.map((n) => good(`h${n}`, `Иной товар ${n}`));
  await expect(onec.import({ 'import.xml': commerceml(mainGroup + catalog(others)) })).rejects.toThrow(
    'refused in the middle',
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) from products where id_1c like 'h%' or switched_off_at is not null`.execute(db);
  expect(rows).toEqual([{ count: 0 }]);
});
