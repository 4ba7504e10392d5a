import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { publishPresence } from './office-events.ts';

/**
 * Where a tab of the back office is: `path` names the record that it shows, or has shown until now (`leaves`);
 * `is_writing`: there are words of an answer to it that are not sent yet.
 */
export type Presence = { tab: string; staff_user_id: string; path: string; is_writing?: boolean; leaves?: boolean };

/** Names of those who have the same record open, five at most, and which of them are writing an answer. */
export type OthersHere = { others: string[]; writing: string[] };

/** A tab says so every 15 s; one that has been silent for three of these is not there. */
const presentMs = 45_000;
const forgottenMs = 10 * 60_000;
const most = 5;
const nobody: OthersHere = { others: [], writing: [] };

/**
 * Notes where the tab is now, and tells the others who have the same record open, or the one that it left. Returns who
 * has the same one open. Call in a transaction.
 */
export async function notePresence(db: Db, presence: Presence, now: Date): Promise<OthersHere> {
  const { tab, staff_user_id, path, is_writing = false, leaves = false } = presence;
  const { rows: before } = await sql<{ path: string; is_writing: boolean; is_there: boolean }>`
    select path, is_writing, seen_at > ${new Date(now.getTime() - presentMs)} as is_there from staff_presence
    where tab = ${tab}::uuid and staff_user_id = ${staff_user_id}::uuid for update`.execute(db);
  const [was] = before;
  const wasHere = was?.is_there === true && was.path === path;
  // It may be at another record by now: what it says of leaving can come after what it says of that one.
  if (leaves && was?.path !== path) return nobody;
  if (leaves) await sql`delete from staff_presence where tab = ${tab}::uuid`.execute(db);
  else await write(db, presence, now);
  const others = await othersAt(db, path, staff_user_id, now);
  if (was?.is_there && !wasHere) await notify(db, was.path, await othersAt(db, was.path, staff_user_id, now));
  if (wasHere === leaves || (wasHere && was.is_writing !== is_writing)) await notify(db, path, others);
  if (leaves) return nobody;
  return { others: namesOf(others), writing: namesOf(others.filter((other) => other.is_writing)) };
}

async function write(db: Db, presence: Presence, now: Date): Promise<void> {
  const { tab, staff_user_id, path, is_writing = false } = presence;
  await sql`
    with silent as (
      delete from staff_presence where tab <> ${tab}::uuid and seen_at < ${new Date(now.getTime() - forgottenMs)}
    )
    insert into staff_presence (tab, staff_user_id, path, is_writing, seen_at)
    values (${tab}::uuid, ${staff_user_id}::uuid, ${path}, ${is_writing}, ${now})
    on conflict (tab) do update
    set staff_user_id = excluded.staff_user_id, path = excluded.path, is_writing = excluded.is_writing,
      seen_at = excluded.seen_at`.execute(db);
}

type Other = { id: string; full_name: string; is_writing: boolean };

async function othersAt(db: Db, path: string, staff_user_id: string, now: Date): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select u.id, u.full_name, bool_or(p.is_writing) as is_writing
    from staff_presence p join users u on u.id = p.staff_user_id
    where p.path = ${path} and p.staff_user_id <> ${staff_user_id}::uuid
      and p.seen_at > ${new Date(now.getTime() - presentMs)}
    group by u.id
    order by u.full_name, u.id limit 50`.execute(db);
  return rows;
}

function namesOf(others: Other[]): string[] {
  return [...new Set(others.map(({ full_name }) => full_name))].slice(0, most);
}

async function notify(db: Db, path: string, others: Other[]): Promise<void> {
  await publishPresence(
    db,
    path,
    others.map(({ id }) => id),
  );
}
