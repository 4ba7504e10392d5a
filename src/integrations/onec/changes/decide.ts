import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { queueImport } from '../exchange/packages.ts';
import { emptySummary, type ImportSummary } from '../summary.ts';

/**
 * The owner says yes to a package that waits: it is compared again and applied, from its kept files. Should it now do
 * more of what held it than was approved, it waits again. Throws not_found, bad_input when it does not wait.
 */
export async function approvePackage(db: Db, id: number, now = new Date()): Promise<void> {
  await db.transaction().execute(async (db) => {
    const { node_id, guards } = await lockHeld(db, id);
    await db
      .updateTable('onec_packages')
      .set({
        ...{ state: 'waiting', approved: JSON.stringify(guards), finished_at: null, summary: null },
        ...{ heard_at: now, decided_at: now },
      })
      .where('id', '=', id)
      .execute();
    await queueImport(db, { id, node_id });
  });
}

/** The owner says no; `reason` is what 1C and the list of packages read. Throws not_found, bad_input. */
export async function refusePackage(db: Db, id: number, reason = ''): Promise<void> {
  if (reason.length > 300) throw new Refusal('bad_input', { fields: { reason: 'Причина: не длиннее 300 знаков' } });
  await db.transaction().execute(async (db) => {
    await lockHeld(db, id);
    await db.updateTable('onec_packages').set({ decided_at: new Date() }).where('id', '=', id).execute();
    await refuseHeld(db, [id], `отклонён в магазине${reason && `: ${reason}`}`);
  });
}

/** Packages that wait, as refused for this reason. */
export async function refuseHeld(db: Db, ids: number[], reason: string): Promise<void> {
  const summary: ImportSummary = { ...emptySummary(), result: 'refused', reason };
  await db
    .updateTable('onec_packages')
    .set({ state: 'refused', summary: JSON.stringify(summary) })
    .where('id', 'in', ids)
    .where('state', '=', 'held')
    .execute();
}

async function lockHeld(db: Db, id: number): Promise<{ node_id: number; guards: unknown }> {
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
