import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysAfter, daysBefore } from '#shared/dates.ts';
import { isUuid } from '#shared/uuid.ts';
import { refuseHeld } from '../changes/decide.ts';
import { forgetStaffJobs } from '../staff-jobs/read.ts';
import { batchFolder, exchangeFolder, sessionFolder } from './files.ts';
import { unpackedFolder } from './import-received.ts';
import type { PackageBrief } from './queries.ts';
import { endSilentSessions, silentSeconds } from './sessions.ts';

/** Files of a package are kept so long, to see what 1C sent. */
export const retentionDays = 14;
/** Until when a package can be rolled back: what it changed is kept so long; null: it cannot. */
export function packageUndoneUntil({
  state,
  changes,
  finished_at,
  changes_forgotten_at,
}: Pick<PackageBrief, 'state' | 'changes' | 'finished_at' | 'changes_forgotten_at'>): Date | null {
  const isKept = state === 'imported' && changes !== null && changes_forgotten_at === null;
  return isKept && finished_at ? daysAfter(finished_at, retentionDays) : null;
}

/** Rows of packages and sessions. */
const rememberedDays = 365;

/**
 * Ends exchanges that fell silent; removes from the disk what ended ones never imported and what was unpacked, files of
 * packages with their names and what they changed after two weeks, rows after a year.
 */
export async function forgetOldPackages(db: Db, dataDir: string, now = new Date()): Promise<void> {
  await endSilentSessions(db, now);
  await removeLeftovers(db, dataDir, daysBefore(now, silentSeconds / 86_400));
  await refuseForgotten(db, now);
  await forgetChanges(db, now);
  await forgetStaffJobs(db, daysBefore(now, retentionDays));
  await removeKeptFiles(db, dataDir, now);
  await forgetNames(db, now);
  // While a package waits for the owner it is asked what came after it.
  await sql`
    delete from onec_listed l using onec_sessions s
    where s.id = l.session_id and s.ended_at < ${daysBefore(now, 1)}::timestamptz and not exists (
      select from onec_packages p
      where p.node_id = s.node_id and (p.state = 'held' or p.decided_at is not null and p.finished_at is null))`.execute(
    db,
  );
  await db.deleteFrom('onec_packages').where('finished_at', '<', daysBefore(now, rememberedDays)).execute();
  await db
    .deleteFrom('onec_sessions as s')
    .where('s.ended_at', '<', daysBefore(now, retentionDays))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('onec_packages as p').select('p.id').whereRef('p.session_id', '=', 's.id'))),
    )
    .execute();
  await removeStrangers(db, dataDir);
}

/** Of sessions that are over: batches that were never imported or taken, and what was unpacked. */
async function removeLeftovers(db: Db, dataDir: string, endedBefore: Date): Promise<void> {
  // Exchanges of a year are known, those of two weeks have files.
  const folders = await sessionFolders(dataDir);
  if (folders.length === 0) return;
  const sessions = await db
    .selectFrom('onec_sessions as s')
    .select('s.id')
    .where('s.id', 'in', folders)
    .where('s.ended_at', '<', endedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('onec_packages as p')
            .select('p.id')
            .whereRef('p.session_id', '=', 's.id')
            .where('p.finished_at', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('onec_order_files as f')
            .select('f.id')
            .whereRef('f.session_id', '=', 's.id')
            .where('f.finished_at', 'is', null),
        ),
      ),
    )
    .execute();
  for (const { id } of sessions) {
    const packages = await db
      .selectFrom('onec_packages')
      .select('batch')
      .where('session_id', '=', id)
      .where('files_removed_at', 'is', null)
      .execute();
    // The shop failed on them: people may have them taken again, also while this goes on.
    const retakable = await db
      .selectFrom('onec_order_files')
      .select('batch')
      .where('session_id', '=', id)
      .where('state', 'not in', ['taken', 'refused'])
      .execute();
    const kept = new Set([...packages, ...retakable].map(({ batch }) => String(batch)));
    if (kept.size === 0) await rm(sessionFolder(dataDir, id), { recursive: true, force: true });
    for (const name of await readdir(sessionFolder(dataDir, id)).catch(() => []))
      if (!kept.has(name)) await rm(join(sessionFolder(dataDir, id), name), { recursive: true, force: true });
  }
}

/** Packages that nobody decided about until their files go. */
async function refuseForgotten(db: Db, now: Date): Promise<void> {
  const held = await db
    .selectFrom('onec_packages')
    .select('id')
    .where('state', '=', 'held')
    .where('finished_at', '<', daysBefore(now, retentionDays))
    .execute();
  const ids = held.map(({ id }) => id);
  if (ids.length > 0) await refuseHeld(db, ids, `решения не было ${retentionDays} дней`);
}

/** What packages changed is kept as long as their files: until then they can be rolled back and shown row by row. */
async function forgetChanges(db: Db, now: Date): Promise<void> {
  const old = await db
    .selectFrom('onec_packages')
    .select('id')
    .where('finished_at', '<', daysBefore(now, retentionDays))
    .where('changes', 'is not', null)
    .where('changes_forgotten_at', 'is', null)
    .execute();
  for (const { id } of old)
    await db.transaction().execute(async (db) => {
      for (const table of changeTables) await db.deleteFrom(table).where('package_id', '=', id).execute();
      await db.updateTable('onec_packages').set({ changes_forgotten_at: now }).where('id', '=', id).execute();
    });
}

const changeTables = [
  ...(['onec_changes', 'onec_price_changes', 'onec_stock_changes', 'onec_created'] as const),
  ...(['onec_goods_before', 'onec_offers_before', 'onec_groups_before'] as const),
  'onec_owners_before' as const,
];

async function removeKeptFiles(db: Db, dataDir: string, now: Date): Promise<void> {
  const old = await db
    .selectFrom('onec_packages')
    .select(['id', 'session_id', 'batch'])
    .where('finished_at', '<', daysBefore(now, retentionDays))
    .where('files_removed_at', 'is', null)
    .execute();
  for (const { id, session_id, batch } of old) {
    if (session_id !== null && batch !== null) {
      const folder = batchFolder(dataDir, session_id, batch);
      await rm(folder, { recursive: true, force: true });
      await rm(unpackedFolder(folder), { recursive: true, force: true });
      await db.deleteFrom('onec_files').where('session_id', '=', session_id).where('batch', '=', batch).execute();
    }
    await db.updateTable('onec_packages').set({ files_removed_at: now }).where('id', '=', id).execute();
  }
}

/** Names of what ended exchanges sent beside their packages: thousands of pictures a night, for a year of sessions. */
async function forgetNames(db: Db, now: Date): Promise<void> {
  await sql`
    delete from onec_files f using onec_sessions s
    where s.id = f.session_id and s.ended_at < ${daysBefore(now, retentionDays)}::timestamptz
      and not exists (select from onec_packages p where p.session_id = s.id and p.files_removed_at is null)
      and not exists (select from onec_order_files o where o.session_id = s.id and o.finished_at is null)`.execute(db);
}

/** Folders of sessions that the database does not know: of deleted nodes, or of another database. */
async function removeStrangers(db: Db, dataDir: string): Promise<void> {
  const names = await sessionFolders(dataDir);
  if (names.length === 0) return;
  const known = await db.selectFrom('onec_sessions').select('id').where('id', 'in', names).execute();
  const ids = new Set(known.map(({ id }) => id));
  for (const name of names)
    if (!ids.has(name)) await rm(sessionFolder(dataDir, name), { recursive: true, force: true });
}

async function sessionFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(exchangeFolder(dataDir)).catch(() => []);
  return names.filter((name) => isUuid(name));
}
