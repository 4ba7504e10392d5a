import type { Db } from '#platform/database.ts';

/** How the person is called in emails and orders, as `nameForm` reads it. */
export async function renameUser(db: Db, user_id: string, full_name: string): Promise<void> {
  await db.updateTable('users').set({ full_name }).where('id', '=', user_id).execute();
}
