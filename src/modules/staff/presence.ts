import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Where a tab of the back office is: `path` names the record that it shows. */
export type Presence = { tab: string; staff_user_id: string; path: string };

/** A tab says so every 15 s; one that has been silent for three of these is not there. */
const presentMs = 45_000;
const forgottenMs = 10 * 60_000;
const most = 5;

/** Notes where the tab is now. Returns the names of the others who have the same record open, five at most. */
export async function notePresence(db: Db, { tab, staff_user_id, path }: Presence, now: Date): Promise<string[]> {
  await sql`
    with silent as (
      delete from staff_presence where tab <> ${tab}::uuid and seen_at < ${new Date(now.getTime() - forgottenMs)}
    )
    insert into staff_presence (tab, staff_user_id, path, seen_at)
    values (${tab}::uuid, ${staff_user_id}::uuid, ${path}, ${now})
    on conflict (tab) do update
    set staff_user_id = excluded.staff_user_id, path = excluded.path, seen_at = excluded.seen_at`.execute(db);
  const { rows } = await sql<{ full_name: string }>`
    select distinct u.full_name from staff_presence p join users u on u.id = p.staff_user_id
    where p.path = ${path} and p.staff_user_id <> ${staff_user_id}::uuid
      and p.seen_at > ${new Date(now.getTime() - presentMs)}
    order by u.full_name limit ${most}`.execute(db);
  return rows.map(({ full_name }) => full_name);
}
