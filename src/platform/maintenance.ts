import { sql } from 'kysely';
import { cachedRead } from './cached-read.ts';
import type { Db } from './database.ts';
import { invalidate } from './invalidation.ts';
import { readStored } from './stored-values.ts';

const key = 'maintenance';

const copies = cachedRead<boolean>({
  name: 'maintenance',
  freshMs: 5_000,
  tags: ['maintenance'],
  read: async (db) => (await readStored(db, key)) === true,
});

/** Works on the site: pages answer 665 (S2-22). From the process's own copy, at most a few seconds old. */
export function isUnderMaintenance(db: Db): Promise<boolean> {
  return copies(db);
}

/** Since when works go on, as the database says now; null: the shop is open. */
export async function maintenanceSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ updated_at: Date }>`
    select updated_at from settings where key = ${key} and value = 'true'`.execute(db);
  return rows[0]?.updated_at ?? null;
}

/**
 * Begins or ends the works, in the caller's transaction; every cached page is dropped, so that all processes show it at
 * once. False: it was so already, and nothing is changed.
 */
export async function setMaintenance(db: Db, isOn: boolean): Promise<boolean> {
  const { rows } = isOn ? await begin(db) : await end(db);
  if (rows.length === 0) return false;
  await invalidate(db, ['*']);
  return true;
}

function begin(db: Db) {
  return sql<{ key: string }>`
    insert into settings (key, value) values (${key}, 'true')
    on conflict (key) do update set value = 'true', updated_at = now() where settings.value <> 'true'
    returning key`.execute(db);
}

function end(db: Db) {
  return sql<{ key: string }>`
    update settings set value = 'false', updated_at = now() where key = ${key} and value = 'true' returning key`.execute(
    db,
  );
}
