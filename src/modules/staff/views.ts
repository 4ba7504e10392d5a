import { sql } from 'kysely';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';

/**
 * A filter of a list under a name: `path` is the screen (`/orders`), `search` what its address says, `hidden` the keys
 * of the columns that it puts out of sight; null: those that the person has put out of sight in the list itself.
 * `roles`: whoever has one of them sees it too; null: its author alone.
 */
export type StaffView = {
  id: number;
  path: string;
  search: string;
  name: string;
  hidden: string[] | null;
  roles: StaffRole[] | null;
  /** Of whoever asks; others only look through it. */
  is_own: boolean;
};

type Viewer = { user_id: string; roles: readonly StaffRole[] };

const most = 20;

/** What this person has kept for a screen, and what is shared with their roles, by name. */
export async function listViews(db: Db, { user_id, roles }: Viewer, path: string): Promise<StaffView[]> {
  const { rows } = await sql<StaffView>`
    select id, path, search, name, hidden, roles, staff_user_id = ${user_id}::uuid as is_own from staff_views
    where path = ${path} and (staff_user_id = ${user_id}::uuid or roles && ${roles}::text[])
    order by name, id`.execute(db);
  return rows;
}

/** Keeps a filter with its columns; the same name again takes the new one. Throws bad_input when there are too many. */
export async function saveView(
  db: Db,
  staff_user_id: string,
  { path, search, name, hidden, roles }: Omit<StaffView, 'id' | 'is_own'>,
): Promise<number> {
  const kept = await listViews(db, { user_id: staff_user_id, roles: [] }, path);
  if (kept.length >= most && !kept.some((view) => view.name === name))
    throw new Refusal('bad_input', {
      fields: { name: `Не больше ${countOf(most, 'отбора', 'отборов', 'отборов')}: удалите лишний` },
    });
  const { id } = await db
    .insertInto('staff_views')
    .values({ staff_user_id, path, search, name, hidden, roles })
    .onConflict((conflict) =>
      conflict.columns(['staff_user_id', 'path', 'name']).doUpdateSet({ search, hidden, roles }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Forgets one of this person's own, or, `ofAnybody`, one that is shared; returns its name. Throws not_found.
 */
export async function removeView(db: Db, staff_user_id: string, id: number, ofAnybody = false): Promise<string> {
  const row = await db
    .deleteFrom('staff_views')
    .where('id', '=', id)
    .where((eb) =>
      ofAnybody
        ? eb.or([eb('staff_user_id', '=', staff_user_id), eb('roles', 'is not', null)])
        : eb('staff_user_id', '=', staff_user_id),
    )
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row.name;
}
