import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { tellPresence } from './office-events.ts';

/** Where a tab of the back office is: `path` names the record that it shows, or has shown until now (`leaves`). */
export type Presence = { tab: string; staff_user_id: string; path: string; leaves?: boolean };

/** A tab says so every 15 s; one that has been silent for three of these is not there. */
const presentMs = 45_000;
const forgottenMs = 10 * 60_000;
const most = 5;

/**
 * Notes where the tab is now, and tells the others who have the same record open, or the one that it left. Returns the
 * names of those who have the same one open, five at most. Call in a transaction.
 */
export async function notePresence(db: Db, presence: Presence, now: Date): Promise<string[]> {
  const { tab, staff_user_id, path, leaves = false } = presence;
  const { rows: before } = await sql<{ path: string; is_there: boolean }>`
    select path, seen_at > ${new Date(now.getTime() - presentMs)} as is_there from staff_presence
    where tab = ${tab}::uuid and staff_user_id = ${staff_user_id}::uuid for update`.execute(db);
  const [was] = before;
  const wasHere = was?.is_there === true && was.path === path;
  // It may be at another record by now: what it says of leaving can come after what it says of that one.
  if (leaves && was?.path !== path) return [];
  if (leaves) await sql`delete from staff_presence where tab = ${tab}::uuid`.execute(db);
  else await write(db, presence, now);
  const others = await othersAt(db, path, staff_user_id, now);
  if (was?.is_there && !wasHere) await tell(db, was.path, await othersAt(db, was.path, staff_user_id, now));
  if (wasHere === leaves) await tell(db, path, others);
  if (leaves) return [];
  return [...new Set(others.map(({ full_name }) => full_name))].slice(0, most);
}

async function write(db: Db, { tab, staff_user_id, path }: Presence, now: Date): Promise<void> {
  await sql`
    with silent as (
      delete from staff_presence where tab <> ${tab}::uuid and seen_at < ${new Date(now.getTime() - forgottenMs)}
    )
    insert into staff_presence (tab, staff_user_id, path, seen_at)
    values (${tab}::uuid, ${staff_user_id}::uuid, ${path}, ${now})
    on conflict (tab) do update
    set staff_user_id = excluded.staff_user_id, path = excluded.path, seen_at = excluded.seen_at`.execute(db);
}

type Other = { id: string; full_name: string };

async function othersAt(db: Db, path: string, staff_user_id: string, now: Date): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select distinct u.id, u.full_name from staff_presence p join users u on u.id = p.staff_user_id
    where p.path = ${path} and p.staff_user_id <> ${staff_user_id}::uuid
      and p.seen_at > ${new Date(now.getTime() - presentMs)}
    order by u.full_name, u.id limit 50`.execute(db);
  return rows;
}

async function tell(db: Db, path: string, others: Other[]): Promise<void> {
  await tellPresence(
    db,
    path,
    others.map(({ id }) => id),
  );
}
