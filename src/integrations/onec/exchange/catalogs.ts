import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

export type CatalogView = { catalog_id_1c: string; node: string; login: string; goods: number };

/** Catalogues of 1C with the node that feeds each, and how many goods the shop knows of it. */
export function listCatalogs(db: Db): Promise<CatalogView[]> {
  return db
    .selectFrom('onec_catalogs as c')
    .innerJoin('onec_nodes as n', 'n.id', 'c.node_id')
    .select(['c.catalog_id_1c', 'n.name as node', 'n.login'])
    .select(({ selectFrom, fn }) =>
      selectFrom('onec_goods as g')
        .whereRef('g.catalog_id_1c', '=', 'c.catalog_id_1c')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('goods'),
    )
    .orderBy('n.id')
    .orderBy('c.catalog_id_1c')
    .execute();
}

/**
 * From now on another node feeds the catalogue, and the goods known under it: packages of the former one that name them
 * are refused. Throws not_found (no such catalogue), bad_input {fields.node} (no such node).
 */
export async function moveCatalog(db: Db, catalog_id_1c: string, login: string): Promise<void> {
  const node = await db.selectFrom('onec_nodes').select('id').where('login', '=', login).executeTakeFirst();
  if (!node) throw new Refusal('bad_input', { fields: { node: `Узла обмена ${login} нет` } });
  const { numUpdatedRows } = await db
    .updateTable('onec_catalogs')
    .set({ node_id: node.id })
    .where('catalog_id_1c', '=', catalog_id_1c)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
}
