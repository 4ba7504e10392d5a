import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';

/**
 * A filter of a list under a name: `path` is the screen (`/orders`), `search` what its address says, `hidden` the keys
 * of the columns that it puts out of sight; null: those that the person has put out of sight in the list itself.
 */
export type StaffView = { id: number; path: string; search: string; name: string; hidden: string[] | null };

const most = 20;

/** What this person has kept for a screen, by name. */
export function listViews(db: Db, staff_user_id: string, path: string): Promise<StaffView[]> {
  return db
    .selectFrom('staff_views')
    .select(['id', 'path', 'search', 'name', 'hidden'])
    .where('staff_user_id', '=', staff_user_id)
    .where('path', '=', path)
    .orderBy('name')
    .execute();
}

/** Keeps a filter with its columns; the same name again takes the new one. Throws bad_input when there are too many. */
export async function saveView(
  db: Db,
  staff_user_id: string,
  { path, search, name, hidden }: Omit<StaffView, 'id'>,
): Promise<number> {
  const kept = await listViews(db, staff_user_id, path);
  if (kept.length >= most && !kept.some((view) => view.name === name))
    throw new Refusal('bad_input', {
      fields: { name: `Не больше ${countOf(most, 'отбора', 'отборов', 'отборов')}: удалите лишний` },
    });
  const { id } = await db
    .insertInto('staff_views')
    .values({ staff_user_id, path, search, name, hidden })
    .onConflict((conflict) => conflict.columns(['staff_user_id', 'path', 'name']).doUpdateSet({ search, hidden }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Forgets one of this person's own; returns its name. Throws not_found. */
export async function removeView(db: Db, staff_user_id: string, id: number): Promise<string> {
  const row = await db
    .deleteFrom('staff_views')
    .where('id', '=', id)
    .where('staff_user_id', '=', staff_user_id)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row.name;
}
