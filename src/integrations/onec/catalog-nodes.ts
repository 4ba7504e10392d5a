import type { Connection } from './connection.ts';
import { FileRefusal } from './file-refusal.ts';

/** By the id of a catalogue, the node that feeds it. Those that came by command alone are not there. */
export async function loadCatalogNodes(client: Connection): Promise<Map<string, number>> {
  const { rows } = await client.query<{ catalog_id_1c: string; node_id: number }>(
    'select catalog_id_1c, node_id from onec_catalogs',
  );
  return new Map(rows.map(({ catalog_id_1c, node_id }) => [catalog_id_1c, node_id]));
}

/**
 * The catalogues of the staged package, as `catalog_id`. One without an id is one only with goods: changes of offers
 * need not say whose they are.
 */
export const stagedCatalogs = `(
  select distinct c.catalog_id from staged_containers c
  where c.kind <> 'classifier'
    and (c.catalog_id <> '' or exists (select from staged_goods s where s.container = c.id)))`;

/** «base», or that it has none */
export function catalogName(catalog_id: string): string {
  return catalog_id === '' ? 'без Ид' : `«${catalog_id}»`;
}

/**
 * The node that feeds the catalogues of a package which a command was given; null: none does. Throws FileRefusal when
 * they are not of one: its price types and warehouses would be taken for those of the wrong base.
 */
export async function nodeOfStaged(client: Connection): Promise<number | null> {
  const { rows } = await client.query<{ node_id: number | null; catalog_id: string; node: string | null }>(
    `select distinct on (k.node_id) k.node_id, c.catalog_id, n.name as node
     from ${stagedCatalogs} c left join onec_catalogs k on k.catalog_id_1c = c.catalog_id
     left join onec_nodes n on n.id = k.node_id order by k.node_id, c.catalog_id`,
  );
  if (rows.length > 1) {
    const words = rows.map(
      ({ catalog_id, node }) => `${catalogName(catalog_id)} — ${node ? `узел «${node}»` : 'без узла'}`,
    );
    throw new FileRefusal('', null, `в пакете каталоги разных баз 1С (${words.join(', ')}): импортируйте их по одному`);
  }
  return rows[0]?.node_id ?? null;
}
