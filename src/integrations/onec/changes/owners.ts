import type { Connection } from '../connection.ts';
import type { Restored } from './rollback.ts';

/**
 * Whose catalogues and groups are, and what price types and warehouses of which node feed, as rows of kind, of_node,
 * id_1c and row. Bases are kept apart by them, so they belong to what a package changes.
 */
const ownersNow = `
  select 'catalog' as kind, 0 as of_node, catalog_id_1c collate "C" as id_1c, to_jsonb(c) as row from onec_catalogs c
  union all select 'group', 0, id_1c collate "C", jsonb_build_object('node_id', node_id) from onec_groups
  union all select 'price_type', coalesce(node_id, 0), id_1c collate "C", to_jsonb(t) from onec_price_types t
  union all select 'warehouse', coalesce(node_id, 0), id_1c collate "C", to_jsonb(w) from onec_warehouses w`;

/** Owners as they are before a package, for `keepOwners`. */
export async function rememberOwners(client: Connection): Promise<void> {
  await client.query(`create temp table owners_before on commit drop as ${ownersNow}`);
}

/** What the package made of owners since `rememberOwners`, as rows of the package. */
export async function keepOwners(client: Connection, package_id: number): Promise<void> {
  await client.query(
    `insert into onec_owners_before (package_id, kind, of_node, id_1c, was, became)
     select $1, kind, of_node, id_1c, b.row, n.row
     from owners_before b full join (${ownersNow}) n using (kind, of_node, id_1c)
     where b.row is distinct from n.row`,
    [package_id],
  );
}

/**
 * Catalogues and groups go back to whom they were of, price types and warehouses to what they fed, where they are still
 * as the package left them and no later package of that node stands: its goods go by them. What stayed for that reason
 * when an earlier package was rolled back goes back now, the latest first.
 */
export async function restoreOwners(client: Connection, package_id: number): Promise<Restored> {
  const { rows } = await client.query<{ id: number }>(
    `select p.id::int from onec_packages p
     where (p.id = $1 or p.state = 'rolled_back') and exists (select from onec_owners_before b where b.package_id = p.id)
     order by p.finished_at desc`,
    [package_id],
  );
  let count = 0;
  for (const { id } of rows) count += await giveBack(client, id, package_id);
  return { count, ...(await keptWords(client, package_id)) };
}

/** A package of this node, or of the one that has the row `b`, was taken after package `p` and stands. */
const isNeeded = `exists (
  select from onec_packages l where l.finished_at > p.finished_at and l.state = 'imported' and l.id <> $2
    and (l.node_id is not distinct from p.node_id or l.node_id = b.of_node))`;

/** Rows of `given_back`: what one package changed and may go back. Returns how many went. */
async function giveBack(client: Connection, id: number, package_id: number): Promise<number> {
  await client.query('drop table if exists given_back');
  await client.query('create temp table given_back (kind text, id_1c text, was jsonb, became jsonb) on commit drop');
  // A node, a column or a store that is gone since takes its rows along.
  const { rowCount } = await client.query(
    `insert into given_back
     select b.kind, b.id_1c, b.was, b.became
     from onec_owners_before b left join (${ownersNow}) n using (kind, of_node, id_1c)
     join onec_packages p on p.id = b.package_id
     where b.package_id = $1 and n.row is not distinct from b.became and not ${isNeeded}
       and (b.was ->> 'node_id' is null or exists (select from onec_nodes o where o.id = (b.was ->> 'node_id')::int))
       and (b.was ->> 'price_column' is null or exists (
         select from price_columns c where c.price_column = b.was ->> 'price_column'))
       and (b.was ->> 'store' is null or exists (select from stores s where s.store = b.was ->> 'store'))`,
    [id, package_id],
  );
  if (!rowCount) return 0;
  await client.query(`
    delete from onec_catalogs c using given_back g where g.kind = 'catalog' and c.catalog_id_1c = g.id_1c`);
  await client.query(`
    insert into onec_catalogs
    select row.* from given_back g, jsonb_populate_record(null::onec_catalogs, g.was) row
    where g.kind = 'catalog' and g.was is not null`);
  await client.query(`
    update onec_groups o set node_id = (g.was ->> 'node_id')::int from given_back g
    where g.kind = 'group' and o.id_1c = g.id_1c`);
  // With its own number, by which types that share a column take turns.
  await client.query(`
    delete from onec_price_types t using given_back g where g.kind = 'price_type' and t.id = (g.became ->> 'id')::int`);
  await client.query(`
    insert into onec_price_types overriding system value
    select row.* from given_back g, jsonb_populate_record(null::onec_price_types, g.was) row
    where g.kind = 'price_type' and g.was is not null`);
  await client.query(`
    delete from onec_warehouses w using given_back g where g.kind = 'warehouse' and w.id = (g.became ->> 'id')::int`);
  await client.query(`
    insert into onec_warehouses overriding system value
    select row.* from given_back g, jsonb_populate_record(null::onec_warehouses, g.was) row
    where g.kind = 'warehouse' and g.was is not null`);
  return rowCount;
}

type Kept = {
  kind: 'catalog' | 'price_type' | 'warehouse';
  name: string;
  price_column: string | null;
  store: string | null;
  count: number;
};

/** What of this package stays, but for groups, which go with their catalogue. */
async function keptWords(client: Connection, package_id: number): Promise<Omit<Restored, 'count'>> {
  const { rows } = await client.query<Kept>(
    `select b.kind, coalesce(b.became ->> 'name', b.was ->> 'name', b.id_1c) as name, n.row ->> 'price_column' as price_column,
       n.row ->> 'store' as store, count(*) over () as count
     from onec_owners_before b left join (${ownersNow}) n using (kind, of_node, id_1c)
     where b.package_id = $1 and b.kind <> 'group' and n.row is distinct from b.was
     order by b.kind, b.of_node, b.id_1c limit 50`,
    [package_id],
  );
  const what = { catalog: 'каталог', price_type: 'вид цены', warehouse: 'склад' };
  return {
    left: rows[0]?.count ?? 0,
    words: rows.map(({ kind, name, price_column, store }) => ({
      text: `${what[kind]} «${name}»: остался как есть, он нужен пакетам, принятым позже, или его изменили после пакета`,
      ...(kind === 'price_type' && { price_column }),
      ...(kind === 'warehouse' && { store }),
    })),
  };
}
