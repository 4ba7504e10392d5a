import type { Connection } from './connection.ts';
import { FileRefusal } from './file-refusal.ts';

/**
 * The catalogues of the staged package belong to the node that sent them first, while that is switched on. Throws
 * FileRefusal when one is another node's: two bases would switch off each other's goods.
 */
export async function claimCatalogs(client: Connection, node_id: number): Promise<void> {
  await client.query(
    `insert into onec_catalogs as known (catalog_id_1c, node_id)
     select distinct c.catalog_id, $1::int from staged_containers c where c.catalog_id <> '' and c.kind <> 'classifier'
     on conflict (catalog_id_1c) do update set node_id = excluded.node_id
     where not (select n.is_on from onec_nodes n where n.id = known.node_id)`,
    [node_id],
  );
  const { rows } = await client.query<{ catalog_id: string; node: string }>(
    `select c.catalog_id, n.name as node
     from staged_containers c join onec_catalogs k on k.catalog_id_1c = c.catalog_id and c.kind <> 'classifier'
     join onec_nodes n on n.id = k.node_id where k.node_id <> $1 limit 1`,
    [node_id],
  );
  const [other] = rows;
  if (!other) return;
  const why = `каталог «${other.catalog_id}» ведёт узел «${other.node}»: две базы выключали бы товары друг друга`;
  throw new FileRefusal('', null, `${why}. Если база сменила узел, прежний выключают в магазине`);
}
