import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '#platform/migrate.ts';
import { cloneOf } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';

/** A database with the migrations before this one, filled, then brought up to date. */
async function migratedOver(first: string, fill: string) {
  const { db, url } = await cloneOf('template0');
  const folder = await testFolder();
  const before = (await readMigrations()).filter(({ name }) => name < first);
  await Promise.all(before.map(({ name, text }) => writeFile(join(folder, name), text)));
  await migrate(url, { folder });
  await sql.raw(fill).execute(db);
  await migrate(url);
  return db;
}

const nodes = `insert into onec_nodes (name, login) values ('A', 'a'), ('B', 'b');`;
const mapping = `
  insert into price_columns (price_column, name) values ('vologda', 'Вологда');
  insert into stores (store, name) values ('store12', 'Вологда');
  insert into onec_price_types (id_1c, name, price_column, target) values ('retail', 'Розничная', 'vologda', 'price');
  insert into onec_price_types (id_1c, name) values ('of-b', 'Только у второй'), ('unused', 'Ничья');
  insert into onec_warehouses (id_1c, name, store) values ('w-a', 'Склад первой', 'store12');
  insert into onec_warehouses (id_1c, name) values ('w-b', 'Склад второй');
  insert into categories (code, name)
  select 'group-' || n, 'Раздел ' || n from generate_series(1, 3) n;
  insert into onec_groups (id_1c, classifier_id_1c, name, category_id)
  select row.id_1c, 'c', row.id_1c, c.id
  from (values ('g-a', 'group-1'), ('g-b', 'group-2'), ('g-both', 'group-3')) as row (id_1c, code) join categories c using (code);
  insert into onec_staff_jobs (kind, params, author) values ('price_type', '{"id": "retail"}', '{}');`;
const goods = `
  insert into onec_goods (id_1c, catalog_id_1c, hash, data) values
    ('one', 'catalog-a', 'h', '{"groups": ["g-a", "g-both"]}'), ('two', 'catalog-b', 'h', '{"groups": ["g-b", "g-both"]}');
  insert into onec_offers (id_1c, catalog_id_1c, hash, data, prices, rests) values
    ('one', 'catalog-a', 'h', '{}', '{"retail": "489.00"}', '{"w-a": "5"}'),
    ('two', 'catalog-b', 'h', '{}', '{"retail": "489.00", "of-b": "450.00"}', '{"w-b": "7"}');`;

async function rowsOf(db: Awaited<ReturnType<typeof migratedOver>>) {
  const priceTypes = await sql<{ row: string }>`
    select concat_ws(' ', coalesce(n.name, '–'), t.id_1c, t.price_column, t.target) as row
    from onec_price_types t left join onec_nodes n on n.id = t.node_id `.execute(db);
  const warehouses = await sql<{ row: string }>`
    select concat_ws(' ', coalesce(n.name, '–'), w.id_1c, w.store) as row
    from onec_warehouses w left join onec_nodes n on n.id = w.node_id `.execute(db);
  const groups = await sql<{ row: string }>`
    select concat_ws(' ', coalesce(n.name, '–'), g.id_1c) as row
    from onec_groups g left join onec_nodes n on n.id = g.node_id `.execute(db);
  const jobs = await sql<{ row: string }>`
    select n.name as row from onec_staff_jobs j left join onec_nodes n on n.id = (j.params ->> 'node_id')::int`.execute(
    db,
  );
  const [priceTypesOf, warehousesOf, groupsOf, jobsOf] = [priceTypes, warehouses, groups, jobs].map(({ rows }) =>
    rows.map(({ row }) => row).toSorted(),
  );
  return { priceTypesOf, warehousesOf, groupsOf, jobsOf };
}

const first = '0236';

test('0236: what two bases of 1C shared becomes each one’s own, mapped as it was', async () => {
  const catalogs = `insert into onec_catalogs (catalog_id_1c, node_id) values ('catalog-a', 1), ('catalog-b', 2);`;
  expect(await rowsOf(await migratedOver(first, nodes + mapping + catalogs + goods))).toEqual({
    priceTypesOf: ['A retail vologda price', 'A unused', 'B of-b', 'B retail vologda price', 'B unused'],
    warehousesOf: ['A w-a store12', 'B w-b'],
    groupsOf: ['A g-a', 'B g-b', '– g-both'],
    jobsOf: ['A'],
  });
});

test('0236: a shop with one base gives it everything; without goods too', async () => {
  const node = `insert into onec_nodes (name, login) values ('A', 'a');`;
  const catalogs = `insert into onec_catalogs (catalog_id_1c, node_id) values ('catalog-a', 1), ('catalog-b', 1);`;
  const all = {
    priceTypesOf: ['A of-b', 'A retail vologda price', 'A unused'],
    warehousesOf: ['A w-a store12', 'A w-b'],
    groupsOf: ['A g-a', 'A g-b', 'A g-both'],
    jobsOf: ['A'],
  };
  expect(await rowsOf(await migratedOver(first, node + mapping + catalogs + goods))).toEqual(all);
  expect(await rowsOf(await migratedOver(first, node + mapping))).toEqual(all);
});

test('0236: what came by a command keeps rows of no base beside those of a base', async () => {
  const catalogs = `insert into onec_catalogs (catalog_id_1c, node_id) values ('catalog-b', 2);`;
  expect(await rowsOf(await migratedOver(first, nodes + mapping + catalogs + goods))).toEqual({
    priceTypesOf: ['B of-b', 'B retail vologda price', 'B unused', '– retail vologda price', '– unused'],
    warehousesOf: ['B w-b', '– w-a store12'],
    groupsOf: ['B g-b', '– g-a', '– g-both'],
    jobsOf: [null],
  });
});

test('0345: written lines name no author of a review and no whole email; others stay word for word', async () => {
  const line = (resource: string, record_id: string | null, verb: string, words: string) =>
    `('Вера', '${resource}', ${record_id === null ? 'null' : `'${record_id}'`}, '${verb}', '${words}', now() + interval '1 year')`;
  const approve = 'POST /api/admin/reviews/:id/approve';
  const db = await migratedOver(
    '0345',
    `insert into audit_log (who, resource, record_id, verb, words, keep_until) values ${[
      line('reviews', '7', approve, 'Отзыв 7 (Клей, белый, Анна С.): опубликован'),
      line('reviews', '7', 'POST /api/admin/audit/:id/undo', 'Отменено: Отзыв 7 (Клей (серый), Пётр): снят'),
      line(
        'reviews',
        'gleb@idd.example',
        'shop reviews approve',
        'Команда «shop reviews approve gleb@idd.example»: опубликовать',
      ),
      line('staff', 'gleb@idd.example', 'shop staff dismiss', 'Команда «shop staff dismiss gleb@idd.example»: уволить'),
      line('staff', 'g•••@idd.example', 'shop staff dismiss', 'Команда «shop staff dismiss g•••@idd.example»: уволить'),
      line('settings', 'company', 'PATCH /api/admin/settings/:id', 'Настройки: zakaz@idd.example'),
      line('questions', '3', 'POST /api/admin/questions/:id/approve', 'Вопрос 3 (Клей, белый): опубликован'),
    ].join(', ')};`,
  );
  const { rows } = await sql<{ record_id: string; words: string }>`
    select record_id, words from audit_log order by id`.execute(db);
  const hidden = 'g•••@idd.example';
  expect(rows).toEqual([
    { record_id: '7', words: 'Отзыв 7 (Клей, белый): опубликован' },
    { record_id: '7', words: 'Отменено: Отзыв 7 (Клей (серый)): снят' },
    { record_id: hidden, words: `Команда «shop reviews approve ${hidden}»: опубликовать` },
    { record_id: hidden, words: `Команда «shop staff dismiss ${hidden}»: уволить` },
    { record_id: hidden, words: `Команда «shop staff dismiss ${hidden}»: уволить` },
    { record_id: 'company', words: 'Настройки: zakaz@idd.example' },
    { record_id: '3', words: 'Вопрос 3 (Клей, белый): опубликован' },
  ]);
});
