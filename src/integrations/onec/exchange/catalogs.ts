import type { Db } from '#platform/database.ts';

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
