import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** A table whose rows `demonstration_rows` names, with its primary key: columns and their types. */
export type LoadedTable = { name: string; key: { column: string; type: string }[] };

/** Rows that the owner writes over in their place: they are the demonstration's while they say what it said. */
const writtenOver = ['settings', 'seller_requisites'];

/**
 * What is no row of the shop: marks of the database itself, the catalogue's own numbers, logs. `prices` and
 * `price_changes` go with their goods by triggers.
 */
const notLoaded = [
  ...['migrations', 'demonstration_rows', 'demonstration_objects', 'catalogue_version', 'catalogue_losses'],
  ...['audit_log', 'prices', 'price_changes'],
];

/** Keys of `settings` that are no words of the shop. */
const notSettings = ['demonstration', 'main_domain', 'own_address', 'first_run'];

/**
 * Forgets what an earlier load wrote and remembers what stands there now. Returns what is called at the end of the
 * load, in the same transaction: it notes every row that the load has written.
 */
export async function watchLoadedRows(db: Db): Promise<() => Promise<void>> {
  await forgetLoadedRows(db);
  await sql`create temp table rows_before (table_name text, key jsonb, primary key (table_name, key)) on commit drop`.execute(
    db,
  );
  const tables = await readTables(db);
  for (const table of tables)
    if (!writtenOver.includes(table.name))
      await sql`insert into rows_before select ${table.name}, ${keyOf(table)} from ${sql.table(table.name)} t`.execute(
        db,
      );
  return async () => {
    for (const table of tables) await noteRows(db, table);
  };
}

/** No row is the demonstration's any more: what stays is the owner's. */
export async function forgetLoadedRows(db: Db): Promise<void> {
  await sql`delete from demonstration_rows`.execute(db);
}

/** A row that this transaction has written, and that was not there before. */
async function noteRows(db: Db, table: LoadedTable): Promise<void> {
  const content = writtenOver.includes(table.name) ? contentOf(table) : sql`null::jsonb`;
  const isShopWord = table.name === 'settings' ? sql`t.key <> all(${notSettings}::text[])` : sql`true`;
  await sql`
    insert into demonstration_rows (table_name, key, content)
    select ${table.name}, ${keyOf(table)}, ${content} from ${sql.table(table.name)} t
    where t.xmin = pg_current_xact_id()::xid and ${isShopWord}
      and not exists (select from rows_before b where b.table_name = ${table.name} and b.key = ${keyOf(table)})`.execute(
    db,
  );
}

/** Tables of which rows are noted, in the order in which they may be emptied: who points before whom it points to. */
export async function loadedTables(db: Db): Promise<LoadedTable[]> {
  const { rows } = await sql<{ table_name: string }>`select distinct table_name from demonstration_rows`.execute(db);
  const known = rows.map(({ table_name }) => table_name);
  const pointers = await readPointers(db, known);
  const ordered: LoadedTable[] = [];
  let left = await readTables(db, known);
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ name }) => !pointers.some(({ child, parent }) => parent === name && names.has(child)));
    if (free.length === 0) throw new Error(`Tables point to each other in a ring: ${[...names].join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/**
 * Which table must be emptied before which: a row that points to another holds it. What goes with the rows of a table
 * is emptied when that is.
 */
async function readPointers(db: Db, known: string[]): Promise<{ child: string; parent: string }[]> {
  const { rows } = await sql<{ child: string; parent: string; goes: boolean }>`
    select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'c' as goes
    from pg_constraint
    where contype = 'f' and confdeltype in ('a', 'c') and conrelid <> confrelid and conparentid = 0`.execute(db);
  const ownersOf = (table: string): string[] =>
    known.includes(table)
      ? [table]
      : rows.filter(({ child, goes }) => goes && child === table).flatMap(({ parent }) => ownersOf(parent));
  return rows
    .filter(({ goes, parent }) => !goes && known.includes(parent))
    .flatMap(({ child, parent }) => ownersOf(child).map((owner) => ({ child: owner, parent })))
    .filter(({ child, parent }) => child !== parent);
}

/** Whether the row `t` of the table is the demonstration's still. */
export function isLoaded(table: LoadedTable) {
  const same = writtenOver.includes(table.name) ? sql`d.content = ${contentOf(table)}` : sql`true`;
  const pairs = table.key.map(
    ({ column, type }) => sql`t.${sql.ref(column)} = (d.key ->> ${column})::${sql.raw(type)}`,
  );
  return {
    from: sql`demonstration_rows d`,
    which: sql<boolean>`d.table_name = ${table.name} and ${sql.join(pairs, sql` and `)} and ${same}`,
  };
}

function keyOf({ key }: LoadedTable) {
  return sql`jsonb_build_object(${sql.join(key.flatMap(({ column }) => [sql`${column}::text`, sql`t.${sql.ref(column)}`]))})`;
}

function contentOf({ name }: LoadedTable) {
  return name === 'settings' ? sql`t.value` : sql`(to_jsonb(t) - 'changed_at')`;
}

/**
 * Tables whose rows stand for themselves, or the `named` ones. One whose rows must point to another's and go with it
 * needs no notes: those of a product, a branch, a person.
 */
async function readTables(db: Db, named: string[] = []): Promise<LoadedTable[]> {
  const { rows } = await sql<LoadedTable>`
    select c.relname::text as name, jsonb_agg(jsonb_build_object('column', a.attname,
      'type', format_type(a.atttypid, a.atttypmod)) order by k.at) as key
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral unnest(i.indkey::int[]) with ordinality k (n, at)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname <> all(${notLoaded}::text[])
      and (c.relname = any(${named}::text[]) or ${named.length === 0} and not exists (select from pg_constraint f join pg_attribute m on m.attrelid = f.conrelid and m.attnum = any(f.conkey)
        where f.contype = 'f' and f.confdeltype = 'c' and f.conrelid = c.oid and m.attnotnull and f.confrelid <> c.oid))
    group by c.relname order by c.relname`.execute(db);
  return rows;
}
