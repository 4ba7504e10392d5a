import { catalogName, stagedCatalogs } from './catalog-nodes.ts';
import type { Connection } from './connection.ts';
import { FileRefusal } from './file-refusal.ts';
import { moveMapping } from './move-mapping.ts';

/**
 * The catalogues of the staged package belong to the node that sent them first, while that is switched on; so do the
 * goods and offers known under them, whatever catalogue the package names for them. A catalogue that was known already
 * brings the rules of its price types and warehouses along. Throws FileRefusal when the package holds another node's:
 * two bases would switch off each other's goods. Returns whether goods go by other rules than before.
 */
export async function claimCatalogs(client: Connection, node_id: number): Promise<boolean> {
  const { rows: claimed } = await client.query<{ catalog_id: string; former: number | null }>(
    `insert into onec_catalogs as known (catalog_id_1c, node_id)
     select c.catalog_id, $1::int from ${stagedCatalogs} c
     on conflict (catalog_id_1c) do update set node_id = excluded.node_id
     where known.node_id <> excluded.node_id and not (select n.is_on from onec_nodes n where n.id = known.node_id)
     returning known.catalog_id_1c as catalog_id, case when old is not null then old.node_id end as former`,
    [node_id],
  );
  const { rows } = await client.query<{ catalog_id: string; node: string }>(
    `select c.catalog_id, n.name as node
     from ${stagedCatalogs} c join onec_catalogs k on k.catalog_id_1c = c.catalog_id
     join onec_nodes n on n.id = k.node_id where k.node_id <> $1 limit 1`,
    [node_id],
  );
  const [other] = rows;
  if (other) {
    throw new FileRefusal(
      '',
      null,
      `каталог ${catalogName(other.catalog_id)} ведёт узел «${other.node}»: две базы выключали бы товары друг друга. Если база сменила узел, прежний выключают в магазине`,
    );
  }
  await refuseOthersGoods(client, node_id);
  let isMoved = false;
  for (const { catalog_id, former } of claimed) {
    if (former === null && !(await cameByCommand(client, catalog_id))) continue;
    if (await moveMapping(client, { from: former, to: node_id })) isMoved = true;
  }
  return isMoved;
}

/** Whether goods of the catalogue are known already, and price types or warehouses of no node with them. */
async function cameByCommand(client: Connection, catalog_id: string): Promise<boolean> {
  const unowned = await client.query(
    `select from onec_price_types where node_id is null union all select from onec_warehouses where node_id is null limit 1`,
  );
  if (!unowned.rowCount) return false;
  const goods = await client.query('select from onec_goods where catalog_id_1c = $1 limit 1', [catalog_id]);
  return goods.rowCount !== 0;
}

/** The same ids under a catalogue of a new name: a copy of a base, or two bases that were filled from one. */
async function refuseOthersGoods(client: Connection, node_id: number): Promise<void> {
  const { rows: others } = await client.query<{ catalog_id: string; node: string }>(
    `select k.catalog_id_1c as catalog_id, n.name as node
     from onec_catalogs k join onec_nodes n on n.id = k.node_id where k.node_id <> $1 and n.is_on`,
    [node_id],
  );
  if (others.length === 0) return;
  const { rows } = await client.query<{ id: string; name: string | null; catalog_id: string; count: number }>(
    `with theirs as (
       select g.id_1c as id, g.data ->> 'name' as name, g.catalog_id_1c as catalog_id
       from onec_goods g where g.catalog_id_1c = any($1) and (
         exists (select from staged_goods s where s.id = g.id_1c)
         or g.id_1c in (select split_part(s.id, '#', 1) from staged_offers s))
       union
       select o.id_1c, o.data ->> 'name', o.catalog_id_1c
       from onec_offers o where o.catalog_id_1c = any($1) and exists (select from staged_offers s where s.id = o.id_1c)
     )
     select t.*, (select count(*) from theirs) as count from theirs t order by t.id limit 1`,
    [others.map(({ catalog_id }) => catalog_id)],
  );
  const [first] = rows;
  if (!first) return;
  const node = others.find(({ catalog_id }) => catalog_id === first.catalog_id)?.node ?? '';
  const what = `${first.name ? `«${first.name}» (Ид ${first.id})` : `с Ид ${first.id}`}`;
  throw new FileRefusal(
    '',
    null,
    `товары и предложения с такими Ид ведёт узел «${node}» (записей: ${first.count}, например ${what}, каталог ${catalogName(first.catalog_id)}): две базы меняли бы одни и те же товары. Каталог передают другому узлу в магазине`,
  );
}
