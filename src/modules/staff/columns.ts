import type { Db } from '#platform/database.ts';
import type { AdminList } from '#shared/admin-lists.ts';

/** Keys of the columns that this person has put out of sight, by list; a list that shows all of them is not named. */
export async function hiddenColumns(db: Db, staff_user_id: string): Promise<Record<string, string[]>> {
  const rows = await db
    .selectFrom('staff_columns')
    .select(['list', 'hidden'])
    .where('staff_user_id', '=', staff_user_id)
    .orderBy('list')
    .execute();
  return Object.fromEntries(rows.map(({ list, hidden }) => [list, hidden]));
}

/** Puts these columns of a list out of this person's sight, and shows the others; [] shows all. */
export async function hideColumns(
  db: Db,
  staff_user_id: string,
  { list, hidden }: { list: AdminList; hidden: string[] },
): Promise<void> {
  if (hidden.length === 0) {
    await db.deleteFrom('staff_columns').where('staff_user_id', '=', staff_user_id).where('list', '=', list).execute();
    return;
  }
  await db
    .insertInto('staff_columns')
    .values({ staff_user_id, list, hidden })
    .onConflict((conflict) => conflict.columns(['staff_user_id', 'list']).doUpdateSet({ hidden }))
    .execute();
}
