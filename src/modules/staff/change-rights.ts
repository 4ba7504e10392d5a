import { sql } from 'kysely';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * What a member of staff may do from now on, and in which branches (id_1c; empty: all). The last owner who works in all
 * branches stays one. Throws not_found, last_shop_owner. Call in a transaction.
 */
export async function changeRights(
  db: Db,
  user_id: string,
  { roles, departments }: { roles: StaffRole[]; departments: string[] },
): Promise<void> {
  if (!(roles.includes('owner') && departments.length === 0)) await refuseLastOwner(db, user_id);
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ roles, departments })
    .where('user_id', '=', user_id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
}

/** Throws last_shop_owner when nobody else owns the whole shop. Holds the owners until the end of the transaction. */
export async function refuseLastOwner(db: Db, user_id: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from staff where dismissed_at is null and 'owner' = any(roles) and departments = '{}'
    order by user_id for update`.execute(db);
  const isOwner = rows.some((row) => row.user_id === user_id);
  if (isOwner && rows.length === 1) throw new Refusal('last_shop_owner');
}
