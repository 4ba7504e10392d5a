import type { Connection } from '../connection.ts';
import type { CopyValue } from '../copy-text.ts';
import { keptAside } from '../reserves.ts';

/** Prices, stock and ids lie in the database so many to a row: a million of them may change at once. */
const perBlock = 1_000;

/**
 * Opens the temporary tables `journal_…`, into which whoever writes goods of a package puts what stood there before.
 * Goods that are new leave nothing in them: what was not there needs no record of what it was.
 */
export async function openJournal(client: Connection): Promise<void> {
  await client.query(`
    create temp table journal_start on commit drop as select coalesce(max(id), 0) as last_product from products;
    create temp table journal_records (kind text, record int, fields jsonb) on commit drop;
    create temp table journal_prices (
      price_column text, product_ids int[], was int[], was_old int[], became int[], became_old int[]) on commit drop;
    create temp table journal_stock (
      store text, product_id int, was_base numeric, was int, became_base numeric, became int) on commit drop`);
}

/** Of a statement that changes rows: {column: [before, after]} of the columns that differ, as jsonb. */
export function changedFields(columns: string[]): string {
  const values = columns.map((column) => `('${column}', to_jsonb(old.${column}), to_jsonb(new.${column}))`);
  return `(select jsonb_object_agg(name, jsonb_build_array(was, became))
    from (values ${values.join(', ')}) as field (name, was, became) where was is distinct from became)`;
}

export type RecordChange = {
  kind: 'categories' | 'model' | 'brand';
  record: number;
  fields: Record<string, [before: unknown, after: unknown]>;
};

/** Records that the caller has compared itself. */
export async function noteRecords(client: Connection, changes: RecordChange[]): Promise<void> {
  const rows = changes.map(({ kind, record, fields }): CopyValue[] => [kind, record, JSON.stringify(fields)]);
  await client.copy('journal_records (kind, record, fields)', rows);
}

/** The rows of `changed_prices`, which are about to be written into this column. */
export async function notePrices(client: Connection, price_column: string): Promise<void> {
  await client.query(
    `insert into journal_prices
     select $1, array_agg(product_id), array_agg(was), array_agg(was_old), array_agg(price), array_agg(old_price)
     from (
       select c.*, (row_number() over (order by product_id) - 1) / ${perBlock} as block
       from changed_prices c where c.product_id <= (select last_product from journal_start)
     ) rows group by block`,
    [price_column],
  );
}

/** What `staged_stock` will change, as far as can be said before its rows are locked. */
export async function noteStock(client: Connection): Promise<void> {
  await client.query(`
    insert into journal_stock
    select n.store, n.product_id, s.on_hand_base, s.on_hand, became.base, became.count
    from staged_stock n left join stock s on s.store = n.store and s.product_id = n.product_id
    left join (${keptAside}) a on a.store = n.store and a.product_id = n.product_id
    cross join lateral (
      select coalesce(n.on_hand_base, 0) + coalesce(a.count_base, 0) as base, n.on_hand + coalesce(a.count, 0) as count) became
    where n.product_id <= (select last_product from journal_start)
      and (s.product_id is not null or n.on_hand_base is not null)
      and (s.on_hand_base, s.on_hand) is distinct from (became.base, became.count)`);
}

/**
 * Stock that was written, as it was found under the lock, as rows of the package: between comparing and writing goods
 * may have been handed over.
 */
export async function keepStock(client: Connection, package_id: number): Promise<void> {
  await client.query('delete from journal_stock where was is not null');
  await client.query(`
    insert into journal_stock
    select store, product_id, former_base, former, on_hand_base, on_hand from changed_stock
    where product_id <= (select last_product from journal_start)`);
  await client.query(`insert into onec_stock_changes select $1::bigint, ${kept.onec_stock_changes}`, [package_id]);
}

/** Groups as they are, for `noteGroups`. */
export async function rememberGroups(client: Connection): Promise<void> {
  await client.query(`
    create temp table groups_before on commit drop as
      select g.*, c.code, c.parent_id, c.name as category_name, c.catalog_id_1c, c.switched_off_at
      from onec_groups g join categories c on c.id = g.category_id`);
}

/** Compares the groups with those of `rememberGroups`. Once, at the end: a group is written in several places. */
export async function noteGroups(client: Connection, package_id: number): Promise<void> {
  const pairs = ['code', 'parent_id', 'catalog_id_1c', 'switched_off_at'].map(
    (column) => `('${column}', to_jsonb(b.${column}), to_jsonb(c.${column}))`,
  );
  await client.query(`
    insert into journal_records
    select 'group', c.id, fields from onec_groups g
    join categories c on c.id = g.category_id
    left join groups_before b on b.id_1c = g.id_1c
    cross join lateral (
      select jsonb_object_agg(name, jsonb_build_array(was, became)) as fields
      from (values ${pairs.join(', ')}, ('name', to_jsonb(b.category_name), to_jsonb(c.name))) as field (name, was, became)
      where was is distinct from became
    ) changed where fields is not null`);
  await client.query(
    `insert into onec_groups_before (package_id, id_1c, classifier_id_1c, parent_id_1c, name, off, is_new)
     select $1, g.id_1c, coalesce(b.classifier_id_1c, g.classifier_id_1c), b.parent_id_1c, coalesce(b.name, g.name), b.off,
       b.id_1c is null
     from onec_groups g left join groups_before b on b.id_1c = g.id_1c
     where (g.classifier_id_1c, g.parent_id_1c, g.name, g.off)
       is distinct from (b.classifier_id_1c, b.parent_id_1c, b.name, b.off)`,
    [package_id],
  );
}

/**
 * The journal as rows of the package, in the transaction of the import: either both stand or neither. All but stock,
 * which `keepStock` adds when it is written.
 */
export async function keepJournal(client: Connection, package_id: number): Promise<void> {
  await forgetHeld(client, package_id);
  const { onec_stock_changes: _, ...known } = kept;
  for (const [table, select] of Object.entries(known))
    await client.query(`insert into ${table} select $1::bigint, ${select}`, [package_id]);
  await client.query(
    `insert into onec_created
     select $1, 'product', block, array_agg(id::text order by id) from (
       select id, (row_number() over (order by id) - 1) / ${perBlock} as block
       from products where id > (select last_product from journal_start) and id_1c is not null
     ) rows group by block`,
    [package_id],
  );
}

/**
 * The journal of an import that is about to be rolled back, as rows of the package in the transaction of another
 * connection.
 */
export async function copyJournal(client: Connection, package_id: number, other: Connection): Promise<void> {
  await forgetHeld(other, package_id);
  for (const [table, select] of Object.entries(kept))
    await client.copyTo(`select ${package_id}::bigint, ${select}`, other, table);
}

/** What was kept of the package when it was compared before. */
async function forgetHeld(client: Connection, package_id: number): Promise<void> {
  for (const table of Object.keys(kept)) await client.query(`delete from ${table} where package_id = $1`, [package_id]);
}

/** By table: what of the temporary tables stands behind the package's number. */
const kept = {
  onec_changes: 'kind, record, fields from journal_records',
  onec_price_changes: `price_column, row_number() over (partition by price_column), product_ids, was, was_old, became, became_old
    from journal_prices`,
  onec_stock_changes: `store, block, array_agg(product_id), array_agg(was_base), array_agg(was), array_agg(became_base), array_agg(became)
    from (
      select s.*, (row_number() over (partition by store order by product_id) - 1) / ${perBlock} as block from journal_stock s
    ) rows group by store, block`,
} as const;

/** Goods or offers of 1C that are about to be added: `ids` selects them as `id`. */
export async function noteCreated(
  client: Connection,
  package_id: number,
  kind: 'good' | 'offer',
  ids: string,
): Promise<void> {
  await client.query(
    `insert into onec_created
     select $1, $2, block, array_agg(id) from (
       select id, (row_number() over (order by id) - 1) / ${perBlock} as block from (${ids}) created
     ) rows group by block`,
    [package_id, kind],
  );
}

/** Prices by quantity that `staged_tiers` will take away and add, of each product: {column: [gone, added]}. */
export async function noteTiers(client: Connection, columns: string[]): Promise<void> {
  const rows = `jsonb_agg(jsonb_build_array(from_count, price) order by from_count)`;
  await client.query(
    `insert into journal_records
     select 'tiers', product_id, jsonb_object_agg(price_column, jsonb_build_array(gone, added)) from (
       select product_id, price_column,
         ${rows} filter (where not is_added) as gone, ${rows} filter (where is_added) as added
       from (
         select t.price_column, t.product_id, t.from_count, t.price, false as is_added
         from price_tiers t join staged_prices s on s.product_id = t.product_id
         where t.price_column = any($1) and not exists (
           select from staged_tiers n where n.price_column = t.price_column and n.product_id = t.product_id
             and n.from_count = t.from_count and n.price = t.price)
         union all
         select n.price_column, n.product_id, n.from_count, n.price, true
         from staged_tiers n
         where n.product_id <= (select last_product from journal_start) and not exists (
           select from price_tiers t where t.price_column = n.price_column and t.product_id = n.product_id
             and t.from_count = n.from_count and t.price = n.price)
       ) tiers group by product_id, price_column
     ) columns group by product_id`,
    [columns],
  );
}
