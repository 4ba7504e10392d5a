import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { withinTransaction } from '#platform/within-transaction.ts';
import { queueImport } from '../exchange/packages.ts';
import { emptySummary, type ImportSummary } from '../summary.ts';
import { lockHeld } from './lock-held.ts';

/**
 * The owner says yes to a package that waits: it is compared again and applied, from its kept files, without the rows
 * that were kept out of it. `keeps_on`: «Принять без выключения», neither what it marks as deleted nor what it leaves
 * out is switched off. Should it now do more of what held it than was approved, it waits again. Throws not_found,
 * bad_input when it does not wait. `who`: the person's name, which stands with the package.
 */
export async function approvePackage(
  db: Db,
  id: number,
  { who, keeps_on = false, now = new Date() }: { who: string; keeps_on?: boolean; now?: Date },
): Promise<void> {
  await withinTransaction(db, async (db) => {
    const { node_id, guards } = await lockHeld(db, id);
    await db
      .updateTable('onec_packages')
      .set({
        state: 'waiting',
        approved: JSON.stringify(guards),
        finished_at: null,
        summary: null,
        heartbeat_at: now,
        decided_at: now,
        decided_by: who,
        keeps_on,
      })
      .where('id', '=', id)
      .execute();
    await queueImport(db, { id, node_id });
  });
}

/**
 * The owner says no; `reason` is what 1C and the list of packages read, `who` the person's name. Throws not_found,
 * bad_input.
 */
export async function refusePackage(db: Db, id: number, who: string, reason = ''): Promise<void> {
  if (reason.length > 300) throw new Refusal('bad_input', { fields: { reason: 'Причина: не длиннее 300 знаков' } });
  await withinTransaction(db, async (db) => {
    await lockHeld(db, id);
    const decided = { decided_at: new Date(), decided_by: who };
    await db.updateTable('onec_packages').set(decided).where('id', '=', id).execute();
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
