import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { publicParent } from './queries.ts';

/**
 * The branch lives at MAIN_DOMAIN from now on, the former main one under its label. Throws not_found for what is no
 * open branch. Call in a transaction.
 */
export async function makeMainBranch(db: Db, id_1c: string): Promise<void> {
  await db.updateTable('departments').set({ is_main: false }).where('is_main', '=', true).execute();
  const made = await db
    .updateTable('departments')
    .set({ is_main: true })
    .where('id_1c', '=', id_1c)
    .where('parent', '=', publicParent)
    .where('branch_id_1c', 'is', null)
    .executeTakeFirst();
  if (made.numUpdatedRows === 0n) throw new Refusal('not_found');
  await invalidate(db, ['*']);
}
