import type { Db } from '#platform/database.ts';

/** Ids of what is of use for the job with any of these goods: what most of them lead to first. */
export async function forJobWith(db: Db, ids: readonly number[], most: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('product_links')
    .select('linked_product_id')
    .where('kind', '=', 'for_job')
    .where('product_id', 'in', ids)
    .where('linked_product_id', 'not in', ids)
    .groupBy('linked_product_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy((eb) => eb.fn.min('position'))
    .orderBy('linked_product_id')
    .limit(most)
    .execute();
  return rows.map(({ linked_product_id }) => linked_product_id);
}
