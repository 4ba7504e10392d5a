import { beforeAll, expect, test } from 'vitest';
import { demoDatabase } from '#test/support/demo-database.ts';
import { makeShop } from './make-shop.ts';
import { inventedWord } from './words.ts';

const { db, url } = await demoDatabase();
const demoGoods = 3_000;
const wanted = { products: 3_300, filesDir: '' };

/** Indexes, constraints and triggers of the catalogue, as PostgreSQL writes them. */
const frame = () =>
  rows(`select indexdef as definition from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`);

let before: unknown[];
beforeAll(async () => {
  before = await frame();
  await makeShop(url, wanted, () => {});
});

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return (await db.pool.query(text)).rows;
}

test('the goods are as many as asked for, and the same call again changes nothing', async () => {
  const [made] = await rows('select count(*)::int as goods, max(changed_xid::text) as newest from products');
  expect(made).toMatchObject({ goods: wanted.products });
  await makeShop(url, wanted, () => {});
  expect(await rows('select count(*)::int as goods, max(changed_xid::text) as newest from products')).toEqual([made]);
});

test('indexes, constraints and triggers are what they were', async () => {
  expect(await frame()).toEqual(before);
});

test('every foreign key holds, though none was checked row by row', async () => {
  const keys = await rows(`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') from unnest(c.conkey, c.confkey) as k (child, parent)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.parent) as joined,
      (select string_agg(format('c.%I is not null', a.attname), ' and ') from unnest(c.conkey) as k (child)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child) as present
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`);
  expect(keys.length).toBeGreaterThan(50);
  const broken = await rows(
    keys
      .map(
        ({ child, parent, joined, present }) =>
          `select '${child} → ${parent}' as key from ${child} c where ${present} and not exists (select from ${parent} p where ${joined})`,
      )
      .join(' union all '),
  );
  expect(broken).toEqual([]);
});

test('prices are what their history says last, old prices were higher, tiers cheaper', async () => {
  const wrong = await rows(`
    select r.price_column, r.product_id from prices r left join lateral (select price from price_changes h
        where h.price_column = r.price_column and h.product_id = r.product_id order by changed_at desc limit 1) h on true
      where r.price is distinct from h.price or r.old_price <= r.price
    union all select t.price_column, t.product_id from price_tiers t left join prices r using (price_column, product_id)
      where r.price is null or t.price >= r.price`);
  expect(wrong).toEqual([]);
  const sold = await rows(`select c.price_column, count(*)::int as goods from price_columns c
    join prices r using (price_column) where not c.is_b2b and r.product_id > ${demoGoods} group by 1`);
  expect(sold).toHaveLength(12);
});

test('stock lies in the stores of all branches, base units agree with sales units', async () => {
  expect(
    await rows(`select s.store, s.product_id from stock s join products p on p.id = s.product_id
      where s.on_hand_base * p.factor_sales <> s.on_hand * p.factor_base`),
  ).toEqual([]);
  expect(await rows(`select distinct store from stock where product_id > ${demoGoods}`)).toHaveLength(12);
});

test('each good stands in one main category and in a model, says its words itself and can be found by them', async () => {
  expect(
    await rows(`select p.id from products p where (select count(*) from product_categories c where c.product_id = p.id and c.is_main) <> 1
      or p.article_key is null or not exists (select from brands b where b.id = p.brand_id and strpos(p.name, b.name) > 0)
      or exists (select from unnest(p.facets) f where not exists (select from attribute_values v where v.id = f))`),
  ).toEqual([]);
  const [words] =
    await rows(`select count(distinct name)::int as names, count(distinct specs->>'seriya')::int as series,
    count(distinct brand_id)::int as brands from products where id > ${demoGoods}`);
  expect(words!.names).toBeGreaterThan(250);
  expect(words!.series).toBeGreaterThan(20);
});

test('invented words do not repeat', () => {
  expect(new Set(Array.from({ length: 50_000 }, (_, n) => inventedWord(n))).size).toBe(50_000);
});
