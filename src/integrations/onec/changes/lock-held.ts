import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Locks a package that waits for the owner. Throws not_found, and bad_input {fields.package} when it does not wait. */
export async function lockHeld(db: Db, id: number): Promise<{ node_id: number; guards: unknown }> {
  const row = await db
    .selectFrom('onec_packages')
    .select(['state', 'node_id', 'guards', sql<boolean>`files_removed_at is not null`.as('is_without_files')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { state, node_id, guards } = row;
  if (state !== 'held' || node_id === null || row.is_without_files)
    throw new Refusal('bad_input', { fields: { package: `Пакет № ${id} решения не ждёт` } });
  return { node_id, guards };
}
