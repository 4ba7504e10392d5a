import type { Db } from '#platform/database.ts';

/**
 * What prices and rests of other programs may go to: columns of prices and stores, with their names. Columns of
 * purchase prices only when `isCostShown`.
 */
export async function nameTargets(
  db: Db,
  isCostShown: boolean,
): Promise<{ price_columns: { id: string; name: string }[]; stores: { id: string; name: string }[] }> {
  const [price_columns, stores] = await Promise.all([
    db
      .selectFrom('price_columns')
      .select(['price_column as id', 'name'])
      .$if(!isCostShown, (columns) => columns.where('is_cost', '=', false))
      .orderBy('name')
      .execute(),
    db.selectFrom('stores').select(['store as id', 'name']).orderBy('name').execute(),
  ]);
  return { price_columns, stores };
}
