import { ownsOf } from '#modules/catalogue/field-owners.ts';
import { ensure } from '#shared/ensure.ts';
import { ownedField } from '#shared/product-fields.ts';
import type { Connection } from '../connection.ts';
import { writtenColumns } from '../write-products.ts';
import { restoreOnecValues } from './restore-onec-values.ts';
import type { Restored } from './rollback.ts';

/**
 * What is kept of 1C becomes what it was before the package, so that the same words are news when 1C sends them again;
 * but for what a later package said of the same good, offer or group. `later`: the numbers of those packages. Goes by
 * the table `brought`.
 */
export async function restoreReceived(client: Connection, package_id: number, later: number[]): Promise<void> {
  const given = [package_id, later];
  await client.query(
    `update onec_goods g set off = b.off, hash = b.hash, catalog_id_1c = b.catalog_id_1c, data = coalesce(b.data, g.data)
     from onec_goods_before b
     where b.package_id = $1 and g.id_1c = b.id_1c
       and b.id_1c not in (select id_1c from onec_goods_before where package_id = any($2))`,
    given,
  );
  await client.query(
    `update onec_offers o set off = b.off, hash = b.hash, catalog_id_1c = b.catalog_id_1c,
       data = case when b.has_data then b.data else o.data end
     from onec_offers_before b
     where b.package_id = $1 and o.id_1c = b.id_1c
       and (b.has_data or (o.off, o.hash, o.catalog_id_1c) is distinct from (b.off, b.hash, b.catalog_id_1c))
       and b.id_1c not in (select id_1c from onec_offers_before where package_id = any($2))`,
    given,
  );
  await restoreOnecValues(client, package_id, later);
  for (const kind of ['good', 'offer'] as const)
    await client.query(`delete from onec_${kind}s o using brought b where b.kind = '${kind}' and o.id_1c = b.id_1c`);
  await client.query(
    `update onec_groups g set classifier_id_1c = b.classifier_id_1c, parent_id_1c = b.parent_id_1c, name = b.name,
       off = case when b.is_new then 'absent' else b.off end
     from onec_groups_before b
     where b.package_id = $1 and g.id_1c = b.id_1c
       and b.id_1c not in (select id_1c from onec_groups_before where package_id = any($2))`,
    given,
  );
}

/** Whether a field of the row `now` (as jsonb) is still as the package left it. */
const isAsLeft = `case f.key
  when 'switched_off_at' then (f.value ->> 1)::timestamptz is not distinct from (now.row ->> 'switched_off_at')::timestamptz
  else f.value -> 1 = now.row -> f.key end`;

/** Of a row of onec_changes `c`: the shop has taken this field of the product for itself, so what stands is its own. */
const isOwned = (field: string) => `exists (
  select from field_owners o where o.field = ${field} and ${ownsOf('c.record')})`;

/** What a column is called as a field that the shop may own. */
const ownedOfColumn = `case f.key ${Object.entries(ownedField)
  .flatMap(([field, { columns }]) => columns.map((column) => `when '${column}' then '${field}'`))
  .join(' ')} else f.key end`;

/** The shop leads this field of the category `now`. */
const isOwnOfCategory = `now.row -> 'own_fields' ? case f.key when 'switched_off_at' then 'is_on' else f.key end`;

const groupColumns = ['code', 'parent_id', 'name', 'catalog_id_1c', 'switched_off_at'];

/** Categories become what they were; those that the package made wait in `new_groups` for `switchOffNewGroups`. */
export async function restoreGroups(client: Connection, package_id: number, later: number[]): Promise<Restored> {
  await findRestored(client, { package_id, later, kind: 'group', table: 'categories' });
  // What another category is called by now stays with it.
  await client.query(`
    update restored r set fields = fields - 'code'
    where fields ? 'code' and exists (select from categories c where c.code = r.fields ->> 'code' and c.id <> r.id)`);
  await client.query(`
    delete from category_former_codes f using restored r
    where f.category_id = r.id and f.code = r.fields ->> 'code'`);
  await client.query(`
    insert into category_former_codes (code, category_id)
    select c.code, c.id from categories c join restored r using (id) where r.fields ? 'code' and not r.is_new
    on conflict (code) do nothing`);
  await client.query('create temp table new_groups (id int, at timestamptz) on commit drop');
  await client.query(
    `insert into new_groups
     select r.id, p.finished_at from restored r, onec_packages p where r.is_new and p.id = $1
     union all
     select c.record, p.finished_at from onec_changes c join onec_packages p on p.id = c.package_id
     where c.kind = 'group' and c.fields -> 'code' -> 0 = 'null' and p.state = 'rolled_back'
       and p.finished_at < (select finished_at from onec_packages where id = $1)`,
    [package_id],
  );
  return putBack(client, { table: 'categories', columns: groupColumns, name: 'name', what: 'группа' });
}

/**
 * Categories that the package made are switched off, but for those that a later one changed, or in which, or beneath
 * which, goods are still on sale, or whose showing the shop leads. So are those that packages rolled back earlier made,
 * when nothing else keeps them any more. Call it when the goods stand where they did. Returns how many stay, with their
 * names.
 */
export async function switchOffNewGroups(client: Connection, package_id: number): Promise<Omit<Restored, 'count'>> {
  await client.query('create temp table held_groups (id int) on commit drop');
  await client.query(
    `with recursive changed as (
       select n.id from new_groups n
       join onec_changes c on c.kind = 'group' and c.record = n.id
       join onec_packages p on p.id = c.package_id
       where p.state = 'imported' and p.id <> $1 and p.finished_at > n.at
     ), held as (
       select c.id, c.parent_id from categories c
       where c.switched_off_at is null and (c.id in (select id from changed) or c.id in (
         select pc.category_id from product_categories pc join products p on p.id = pc.product_id
         where p.switched_off_at is null))
       union
       select c.id, c.parent_id from categories c join held h on c.id = h.parent_id
     )
     insert into held_groups
     select distinct id from new_groups where id in (select id from held) or id in (select id from changed)`,
    [package_id],
  );
  await client.query(`
    update categories t set switched_off_at = now()
    where t.switched_off_at is null and not 'is_on' = any(t.own_fields)
      and t.id in (select id from new_groups) and t.id not in (select id from held_groups)`);
  await client.query(`
    update onec_groups g set off = null from held_groups h
    where g.category_id = h.id and g.off = 'absent'
      and exists (select from categories c where c.id = h.id and c.switched_off_at is null)`);
  return stayingWords(
    client,
    package_id,
    `select t.id, t.name from held_groups h join categories t using (id)
     where exists (
       select from onec_changes c where c.package_id = $1 and c.kind = 'group' and c.record = t.id
         and c.fields -> 'code' -> 0 = 'null')`,
    (name) => `группа «${name}»: изменена более поздним пакетом или в ней есть товары, осталась`,
  );
}

/** `select`: ids and names of what the package, $1, brought and later ones keep. */
async function stayingWords(
  client: Connection,
  package_id: number,
  select: string,
  words: (name: string) => string,
): Promise<Omit<Restored, 'count'>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select name, count(*) over () as count from (${select}) kept order by id limit 50`,
    [package_id],
  );
  return {
    left: rows[0]?.count ?? 0,
    words: rows.map(({ name }) => ({ text: words(name) })),
  };
}

/**
 * Goods, their models and the categories they stand in; goods that the package brought are switched off, but for those
 * that a later one described.
 */
export async function restoreGoods(
  client: Connection,
  package_id: number,
  later: number[],
): Promise<{ goods: Restored; created_off: number }> {
  await findRestored(client, { package_id, later, kind: 'model', table: 'models' });
  await putBack(client, { table: 'models', columns: ['name', 'variant_name'], name: 'name', what: 'модель' });
  await findRestored(client, { package_id, later, kind: 'product', table: 'products' });
  await client.query(`
    update restored r set fields = fields - 'slug'
    where fields ? 'slug' and exists (select from products p where p.slug = r.fields ->> 'slug' and p.id <> r.id)`);
  await client.query(`
    delete from product_former_slugs f using restored r where f.product_id = r.id and f.slug = r.fields ->> 'slug'`);
  await client.query(`
    insert into product_former_slugs (slug, product_id)
    select p.slug, p.id from products p join restored r using (id) where r.fields ? 'slug'
    on conflict (slug) do update set product_id = excluded.product_id`);
  const columns = [...writtenColumns, 'switched_off_at'];
  const fields = await putBack(client, { table: 'products', columns, name: 'name', what: 'товар' });
  const places = await restoreCategories(client, package_id, later);
  const { rowCount } = await client.query(
    `update products p set switched_off_at = now(), changed_at = now() from brought b
     where b.kind = 'product' and p.id_1c = b.id_1c and p.switched_off_at is null
       and not exists (
         select from field_owners o where o.field = 'sale' and ${ownsOf('p.id')})`,
  );
  const kept = await stayingWords(
    client,
    package_id,
    `select p.id, p.name from onec_created c cross join lateral unnest(c.ids) made (id)
     join products p on p.id = made.id::int
     where c.package_id = $1 and c.kind = 'product' and p.switched_off_at is null
       and not exists (select from brought b where b.kind = 'product' and b.id_1c = p.id_1c)`,
    (name) => `товар «${name}»: описан более поздним пакетом, остался`,
  );
  const goods = {
    count: fields.count + places.count,
    left: fields.left + places.left + kept.left,
    words: [...fields.words, ...places.words, ...kept.words],
  };
  return { goods, created_off: rowCount ?? 0 };
}

type Wanted = { package_id: number; later: number[]; kind: 'product' | 'model' | 'group'; table: string };

/** The temporary table `restored`: of each record the fields that go back, and how many of it stay. */
async function findRestored(client: Connection, { package_id, later, kind, table }: Wanted): Promise<void> {
  await client.query('drop table if exists restored');
  await client.query(
    'create temp table restored (id int primary key, fields jsonb, stays int, is_new boolean) on commit drop',
  );
  await client.query(
    `insert into restored
     select c.record, coalesce(jsonb_object_agg(f.key, f.value -> 0) filter (where is_back), '{}'),
       count(*) filter (where not is_back), coalesce(bool_or(f.key = 'code' and f.value -> 0 = 'null'), false)
     from onec_changes c
     join lateral (select to_jsonb(t) as row from ${table} t where t.id = c.record) now on true
     cross join lateral jsonb_each(c.fields) f
     cross join lateral (
       select ${isAsLeft} and c.record not in (
         select record from onec_changes where package_id = any($2) and kind = c.kind)${
           kind === 'product'
             ? ` and not ${isOwned(ownedOfColumn)}`
             : kind === 'group'
               ? ` and not ${isOwnOfCategory}`
               : ''
         } as is_back
     ) judged
     where c.package_id = $1 and c.kind = $3
     group by c.record`,
    [package_id, later, kind],
  );
}

type PutBack = { table: string; columns: string[]; name: string; what: string };

async function putBack(client: Connection, { table, columns, name, what }: PutBack): Promise<Restored> {
  const list = columns.join(', ');
  const changedAt = table === 'models' ? '' : ', changed_at = now()';
  // A row that the package made has no values to go back to.
  const { rowCount } = await client.query(
    `update ${table} t set (${list}) = (select ${columns.map((column) => `b.${column}`).join(', ')}
       from jsonb_populate_record(t, r.fields) b)${changedAt}
     from restored r where r.id = t.id and r.fields <> '{}' and not r.is_new`,
  );
  return { count: rowCount ?? 0, ...(await leftWords(client, { table, name, what })) };
}

async function leftWords(
  client: Connection,
  { table, name, what }: { table: string; name: string; what: string },
): Promise<Omit<Restored, 'count'>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select t.${name} as name, count(*) over () as count from restored r join ${table} t on t.id = r.id
     where r.stays > 0 order by r.id limit 50`,
  );
  return {
    left: rows[0]?.count ?? 0,
    words: rows.map((row) => ({ text: `${what} «${row.name}»: изменили после пакета, осталось как есть` })),
  };
}

async function restoreCategories(client: Connection, package_id: number, later: number[]): Promise<Restored> {
  await client.query(`
    create temp table restored_places on commit drop as
      select null::int as product_id, null::jsonb as was, null::boolean as is_back where false`);
  await client.query(
    `insert into restored_places
     select c.record, c.fields -> 'categories' -> 0,
       c.fields -> 'categories' -> 1 = coalesce(now.ids, '[]') and c.record not in (
         select record from onec_changes where package_id = any($2) and kind = 'categories')
         and not ${isOwned(`'categories'`)}
     from onec_changes c
     cross join lateral (
       select jsonb_agg(category_id order by is_main desc, category_id) as ids from product_categories where product_id = c.record
     ) now
     where c.package_id = $1 and c.kind = 'categories'`,
    [package_id, later],
  );
  await client.query(`
    delete from product_categories pc using restored_places r
    where r.is_back and pc.product_id = r.product_id and not r.was @> to_jsonb(pc.category_id)`);
  await client.query(`
    insert into product_categories (product_id, category_id, is_main)
    select r.product_id, was.id::int, was.place = 1
    from restored_places r, jsonb_array_elements_text(r.was) with ordinality was (id, place)
    where r.is_back and exists (select from categories c where c.id = was.id::int)
    on conflict (product_id, category_id) do update set is_main = excluded.is_main
      where product_categories.is_main <> excluded.is_main`);
  const { rows } = await client.query<{ count: number; left: number }>(
    'select count(*) filter (where is_back) as count, count(*) filter (where not is_back) as left from restored_places',
  );
  return { ...ensure(rows[0]), words: [] };
}
