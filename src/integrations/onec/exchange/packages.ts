import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { dequeue, enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { emptySummary, type ImportSummary } from '../summary.ts';
import { ExchangeFailure } from './answer.ts';
import type { Session } from './sessions.ts';

export type PackageState =
  | ('waiting' | 'importing' | 'imported' | 'refused' | 'failed')
  /** Compared, and nothing changed: the owner decides. */
  | 'held'
  /** Compared as a command has asked. */
  | 'rehearsed'
  | 'rolled_back';

/** What 1C asks about a package. */
export type PackageView = {
  id: number;
  kind: 'files' | 'deactivate';
  state: PackageState;
  received_at: Date;
  /** The owner was asked, and has answered. */
  decided_at: Date | null;
  progress: string;
  heartbeat_at: Date;
  summary: ImportSummary | null;
};

/** The job that imports a package; src/jobs gives it its work. */
export const importTask = 'import_onec_package';
/** Faults that pass by themselves: the database restarts, the machine is short of memory. */
const maxAttempts = 4;
/** No heartbeat of a package for so long: its process is gone for good, or there is no worker at all. */
export const staleSeconds = 120;
/** What stands behind an earlier package, or file of orders, that is tried again is looked at so much later. */
export const behindMs = 2_000;

const viewed = ['id', 'kind', 'state', 'received_at', 'decided_at', 'progress', 'heartbeat_at', 'summary'] as const;

/**
 * The files that came since the last import become a package that waits for the worker; what comes from now on belongs
 * to the next. The same call twice makes one package. A `deactivate` takes no files: throws ExchangeFailure while some
 * wait, for it would switch off what they list.
 */
export async function makePackage(
  db: Db,
  { id: session_id, batch, node }: Session,
  kind: 'files' | 'deactivate',
  now: Date,
): Promise<PackageView> {
  return db.transaction().execute(async (db) => {
    // Whatever is being sent into the batch is counted before this, or not at all.
    await db.selectFrom('onec_sessions').select('id').where('id', '=', session_id).forNoKeyUpdate().execute();
    const files = await db
      .selectFrom('onec_files')
      .select(['name', 'bytes'])
      .where('session_id', '=', session_id)
      .where('batch', '=', batch)
      .where(isImported())
      .orderBy('name')
      .execute();
    if (kind === 'deactivate') refuseUnasked(files);
    const values = { node_id: node.id, session_id, batch, kind, received_at: now, heartbeat_at: now };
    const source = files.map(({ name }) => name).join(', ') || kind;
    const made = await db
      .insertInto('onec_packages')
      .values({ ...values, source: source.slice(0, 1_000), contents: JSON.stringify(files) })
      .onConflict((conflict) => conflict.columns(['session_id', 'batch']).doNothing())
      .returning(viewed)
      .executeTakeFirst();
    if (!made) return ensure(await packageOfBatch(db, session_id, batch));
    await db
      .updateTable('onec_sessions')
      .set({ batch: batch + 1 })
      .where('id', '=', session_id)
      .where('batch', '=', batch)
      .execute();
    // Of what is still on its way no part is counted any more.
    await db
      .deleteFrom('onec_files')
      .where('session_id', '=', session_id)
      .where('batch', '=', batch)
      .where('bytes', '=', 0)
      .execute();
    await queueImport(db, { id: made.id, node_id: node.id });
    return made as PackageView;
  });
}

function refuseUnasked([file]: { name: string }[]): void {
  if (file)
    throw new ExchangeFailure(
      `Файл «${file.name}» прислан, но принять его 1С не просила, поэтому товары, которых в обмене нет, не выключаются. Начните обмен заново`,
    );
}

/** Files that are imported; pictures and papers wait beside them for whoever names them. */
export function isImported() {
  return sql<boolean>`lower(name) similar to '%.(xml|zip)'`;
}

/** The worker imports the package: packages of a node one after another. */
export function queueImport(db: Db, { id, node_id }: { id: number; node_id: number }, runAt?: Date): Promise<void> {
  const options = { jobKey: jobKeyOf(id), queueName: `onec_node_${node_id}`, maxAttempts, ...(runAt && { runAt }) };
  return enqueue(db, importTask, { package_id: id }, options);
}

/**
 * Whether an earlier package of the exchange is not imported yet: of a job that failed the next try comes after a
 * pause, in which the queue goes on. This one is then queued again, behind it: older prices and stock would be written
 * over its own, and of a `deactivate` goods would be switched off that the earlier one lists.
 */
export async function letEarlierFirst(db: Db, id: number, now = new Date()): Promise<boolean> {
  const { rows } = await sql<{ node_id: number }>`
    select p.node_id from onec_packages p
    where p.id = ${id} and p.node_id is not null and p.finished_at is null and exists (
      select from onec_packages earlier
      where earlier.session_id = p.session_id and earlier.batch < p.batch and earlier.finished_at is null)`.execute(db);
  const [behind] = rows;
  if (!behind) return false;
  await queueImport(db, { id, node_id: behind.node_id }, new Date(now.getTime() + behindMs));
  return true;
}

function jobKeyOf(id: number): string {
  return `onec_package_${id}`;
}

/**
 * A package that waits or is being imported is not taken, and 1C is informed: it is imported in one transaction, so
 * nothing of it is in the shop. The process that imports it learns of it within a second, and could not write any more.
 * `who`: the person's name, which stands with the package. Throws not_found, already_stopped, nothing_to_stop. Call in
 * a transaction.
 */
export async function stopPackage(db: Db, id: number, who: string, now = new Date()): Promise<void> {
  const found = await db
    .selectFrom('onec_packages')
    .select(['finished_at', sql<string | null>`summary ->> 'reason'`.as('reason')])
    .where('id', '=', id)
    // What the import has written names the package: it holds the row's key, and this must not wait for it.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  if (found.finished_at) throw new Refusal(found.reason === stoppedReason ? 'already_stopped' : 'nothing_to_stop');
  const summary: ImportSummary = { ...emptySummary(), result: 'refused', reason: stoppedReason };
  await db
    .updateTable('onec_packages')
    .set({
      state: 'refused',
      summary: JSON.stringify(summary),
      finished_at: now,
      decided_at: now,
      decided_by: who,
      progress: '',
    })
    .where('id', '=', id)
    .execute();
  await dequeue(db, jobKeyOf(id));
}

const stoppedReason = 'остановлен в магазине, ничего не изменено: повторите обмен';

/** Whether somebody has ended a package before its import came to an end. */
export async function isPackageOver(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('onec_packages').select('finished_at').where('id', '=', id).executeTakeFirst();
  return !found || found.finished_at !== null;
}

export async function packageOfBatch(db: Db, session_id: string, batch: number): Promise<PackageView | undefined> {
  const row = await db
    .selectFrom('onec_packages')
    .select(viewed)
    .where('session_id', '=', session_id)
    .where('batch', '=', batch)
    .executeTakeFirst();
  return row as PackageView | undefined;
}

export async function packageById(db: Db, id: number): Promise<PackageView | undefined> {
  const row = await db.selectFrom('onec_packages').select(viewed).where('id', '=', id).executeTakeFirst();
  return row as PackageView | undefined;
}

/** What came of an exchange before one of its batches, since its `init`. */
type EarlierParts = { session_id: string; first_batch: number; batch: number };

/**
 * Why `deactivate` must not switch off what is absent from the packages before it: one of them was refused, stopped or
 * failed, or waits for the owner, so what it lists stands nowhere; null: none was.
 */
export async function whyNotDeactivate(
  db: Db,
  { session_id, first_batch, batch }: EarlierParts,
): Promise<string | null> {
  const rows = await db
    .selectFrom('onec_packages')
    .select(['id', 'state'])
    .where('session_id', '=', session_id)
    .where('batch', '>=', first_batch)
    .where('batch', '<', batch)
    .where('kind', '=', 'files')
    .where('state', 'in', ['refused', 'failed', 'held'])
    .orderBy('id')
    .execute();
  const lost = rows.find(({ state }) => state === 'refused' || state === 'failed');
  const held = rows.find(({ state }) => state === 'held');
  if (lost) return lostWords(lost.id);
  return held ? heldWords(held.id) : null;
}

function lostWords(id: number): string {
  return `Пакет № ${id} этого обмена не принят, поэтому товары, которых в обмене нет, не выключаются. Начните обмен заново`;
}

/** Why the rest of an exchange is not taken while a package of it waits for the owner. */
export function heldWords(id: number): string {
  return `Пакет № ${id} этого обмена ждёт решения в магазине: остальное не принимается`;
}

/**
 * A package without a heartbeat for two minutes goes to the worker once more: whoever imported it was killed as
 * often as a job is tried. It begins again, with the same end. Returns how many there were.
 */
export async function reviveStale(db: Db, now: Date): Promise<number> {
  const stale = await db
    .updateTable('onec_packages')
    .set({ heartbeat_at: now })
    .where('finished_at', 'is', null)
    .where('heartbeat_at', '<', new Date(now.getTime() - staleSeconds * 1_000))
    .returning(['id', 'node_id'])
    .execute();
  for (const { id, node_id } of stale) if (node_id !== null) await queueImport(db, { id, node_id });
  return stale.length;
}

/** A package of the node that waits or is being imported. */
export async function unfinishedPackage(db: Db, node_id: number): Promise<PackageView | undefined> {
  const row = await db
    .selectFrom('onec_packages')
    .select(viewed)
    .where('node_id', '=', node_id)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row as PackageView | undefined;
}

/** Why a package that waits waits so long; null: it does not. */
export function lateWords({ id, state, received_at, decided_at }: PackageView, now: Date): string | null {
  const since = decided_at ?? received_at;
  const isLate = state === 'waiting' && now.getTime() - since.getTime() > staleSeconds * 1_000;
  return isLate ? `Пакет № ${id} ждёт: задания магазина сейчас никто не выполняет` : null;
}

/** What is happening to a package, for whoever waits; also the sign that it is being worked on. */
export async function saveProgress(db: Db, id: number, progress: string): Promise<void> {
  await db
    .updateTable('onec_packages')
    .set({ state: 'importing', progress, heartbeat_at: new Date(), started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** A fault of ours that did not pass: nothing was changed, and 1C is notified to begin again. */
export async function failPackage(db: Db, id: number): Promise<void> {
  const reason = 'сбой магазина: пакет не удалось импортировать. Ничего не изменено, повторите обмен';
  const summary: ImportSummary = { ...emptySummary(), result: 'refused', reason };
  await db
    .updateTable('onec_packages')
    .set({ state: 'failed', summary: JSON.stringify(summary), finished_at: new Date() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}
