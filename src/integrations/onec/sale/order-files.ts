import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { ensure } from '#shared/ensure.ts';
import { batchFolder } from '../exchange/files.ts';
import { behindMs, staleSeconds } from '../exchange/packages.ts';
import type { Session } from '../exchange/sessions.ts';
import { holdsFile } from '../unzip-package.ts';
import { mostFileBytes } from './read-documents.ts';
import { reportUnreadFile } from './report-unread-file.ts';

/** A file of orders that waits for the worker, is being taken, or was; counts are of documents. */
export type OrderFile = {
  id: number;
  name: string;
  /** In which it came; null: by itself, or it is the archive, taken whole. */
  archive: string | null;
  batch: number;
  state: 'waiting' | 'taking' | 'taken' | 'refused' | 'failed';
  done: number;
  applied: number;
  unchanged: number;
  refused: number;
  /** Why it was not read; null: it was, or is not yet. */
  reason: string | null;
  received_at: Date;
  /** When it was put into the queue again; null: it never was. */
  retaken_at: Date | null;
};

/** The job that takes a file; src/jobs gives it its work. */
export const orderFileTask = 'take_onec_order_file';
/** Faults that pass by themselves: the database restarts. */
const maxAttempts = 4;

const viewed = [
  ...(['id', 'name', 'archive', 'batch', 'state', 'done', 'applied', 'unchanged', 'refused'] as const),
  ...(['reason', 'received_at', 'retaken_at'] as const),
];

/**
 * What 1C asks for by this name, given to the worker if it was not before: asked twice, it is taken once. Sent again
 * under the same name, or in another archive, it is another. An archive that is taken whole stands for each file in it.
 * Several archives that came together may hold files of one name: all of them are meant. Empty: no such file has come
 * since `init`.
 */
export async function orderFilesOf(
  db: Db,
  dataDir: string,
  session: Session,
  name: string,
  now: Date,
): Promise<OrderFile[]> {
  const known = await knownFile(db, session, name);
  const [newest] = await batchesOf(db, session, 'name', name);
  const latest = Math.max(known?.batch ?? -1, newest?.batch ?? -1);
  const holding: Archive[] = [];
  for (const archive of await batchesOf(db, session, 'zip')) {
    if (archive.batch < latest || archive.batch < (holding[0]?.batch ?? -1)) break;
    // The file itself came beside the archives.
    if (archive.batch === latest && !known?.archive) break;
    const path = join(batchFolder(dataDir, session.id, archive.batch), archive.name);
    if (await holdsFile(path, name, mostFileBytes)) holding.push(archive);
  }
  if (holding.length > 0) return takeUpArchives(db, session, { name, archives: holding.sort(inOrder) }, now);
  if (newest && newest.batch > (known?.batch ?? -1))
    return takeUp(db, session, [{ name, batch: newest.batch, archive: null }], now);
  return known ? [known] : [];
}

type Archive = { name: string; batch: number };

/** 1C numbers its archives. */
const collator = new Intl.Collator('ru', { numeric: true });
const inOrder = (one: Archive, other: Archive) => collator.compare(one.name, other.name);

/** Of archives of one batch that hold the file, one is asked for it by its name, and the others are taken whole. */
async function takeUpArchives(
  db: Db,
  session: Session,
  { name, archives }: { name: string; archives: Archive[] },
  now: Date,
): Promise<OrderFile[]> {
  const batch = ensure(archives[0]).batch;
  const names = archives.map((archive) => archive.name);
  const given = await filesOfBatch(db, session, batch, [name, ...names]);
  const isWhole = (archive: string) => given.some((file) => file.name === archive);
  const asked = given.find((file) => file.name === name)?.archive ?? names.find((archive) => !isWhole(archive));
  const files = names.map((archive) =>
    archive === asked && !isWhole(archive) ? { name, batch, archive } : { name: archive, batch, archive: null },
  );
  return takeUp(db, session, files, now);
}

async function knownFile(db: Db, { id, first_batch }: Session, name: string): Promise<OrderFile | undefined> {
  const row = await db
    .selectFrom('onec_order_files')
    .select(viewed)
    .where('session_id', '=', id)
    .where('batch', '>=', first_batch)
    .where('name', '=', name)
    .orderBy('batch', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as OrderFile | undefined;
}

/** What has come of this name, or of archives, since `init`; the latest first. */
function batchesOf(
  db: Db,
  { id, first_batch }: Session,
  ...asked: ['name', string] | ['zip']
): Promise<{ name: string; batch: number }[]> {
  return db
    .selectFrom('onec_files')
    .select(['name', 'batch'])
    .where('session_id', '=', id)
    .where('batch', '>=', first_batch)
    .where(({ eb }) => (asked[0] === 'zip' ? eb('name', 'ilike', '%.zip') : eb('name', '=', asked[1])))
    .orderBy('batch', 'desc')
    .orderBy('name')
    .execute();
}

type Given = { name: string; batch: number; archive: string | null };

/** Files of one batch, in their order. What comes from now on under the same names is another: it gets a batch. */
function takeUp(db: Db, session: Session, files: Given[], now: Date): Promise<OrderFile[]> {
  const { id: session_id, node } = session;
  const { batch } = ensure(files[0]);
  return db.transaction().execute(async (db) => {
    await lockFilesOf(db, node.id);
    for (const file of files) {
      const made = await db
        .insertInto('onec_order_files')
        .values({ session_id, ...file, received_at: now, heartbeat_at: now })
        .onConflict((conflict) => conflict.columns(['session_id', 'batch', 'name']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made) await queueFile(db, made.id, node.id);
    }
    await db
      .updateTable('onec_sessions')
      .set({ batch: batch + 1 })
      .where('id', '=', session_id)
      .where('batch', '=', batch)
      .execute();
    return filesOfBatch(
      db,
      session,
      batch,
      files.map(({ name }) => name),
    );
  });
}

async function filesOfBatch(db: Db, { id }: Session, batch: number, names: string[]): Promise<OrderFile[]> {
  const rows = await db
    .selectFrom('onec_order_files')
    .select(viewed)
    .where('session_id', '=', id)
    .where('batch', '=', batch)
    .where('name', 'in', names)
    .orderBy('id')
    .execute();
  return rows as OrderFile[];
}

/**
 * Whether a file may still be taken depends on the other files of its node: who gives the worker one decides so one
 * after another, until the end of the transaction.
 */
export async function lockFilesOf(db: Db, node_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('idd-shop 1C order files'), ${node_id}::int)`.execute(db);
}

/** The worker takes the file: what a node sends one after another. */
export function queueFile(db: Db, id: number, node_id: number, runAt?: Date): Promise<void> {
  const options = {
    jobKey: `onec_order_file_${id}`,
    queueName: `onec_node_${node_id}`,
    maxAttempts,
    ...(runAt && { runAt }),
  };
  return enqueue(db, orderFileTask, { order_file_id: id }, options);
}

/**
 * Whether an earlier file of the node is not taken yet: of a job that failed the next try comes after a pause, in which
 * the queue goes on, and jobs stand there by when their transaction began. This one is then queued again, behind it.
 */
export async function letEarlierFileFirst(db: Db, id: number, now = new Date()): Promise<boolean> {
  const { rows } = await sql<{ node_id: number }>`
    select s.node_id from onec_order_files f join onec_sessions s on s.id = f.session_id
    where f.id = ${id} and f.finished_at is null and exists (
      select from onec_order_files earlier join onec_sessions e on e.id = earlier.session_id
      where e.node_id = s.node_id and earlier.id < f.id and earlier.finished_at is null)`.execute(db);
  const [behind] = rows;
  if (!behind) return false;
  await queueFile(db, id, behind.node_id, new Date(now.getTime() + behindMs));
  return true;
}

export async function orderFileById(db: Db, id: number): Promise<OrderFile> {
  const row = await db.selectFrom('onec_order_files').select(viewed).where('id', '=', id).executeTakeFirst();
  return ensure(row) as OrderFile;
}

/** A file of the node's orders that waits or is being taken. */
export async function unfinishedOrderFile(db: Db, node_id: number): Promise<OrderFile | undefined> {
  const row = await db
    .selectFrom('onec_order_files as f')
    .innerJoin('onec_sessions as s', 's.id', 'f.session_id')
    .select(viewed.map((column) => `f.${column}` as const))
    .where('f.finished_at', 'is', null)
    .where('s.node_id', '=', node_id)
    .orderBy('f.id')
    .limit(1)
    .executeTakeFirst();
  return row as OrderFile | undefined;
}

/**
 * A file without a heartbeat for two minutes goes to the worker once more, which goes on where it stopped.
 * Returns how many there were.
 */
export async function reviveStaleFiles(db: Db, now: Date): Promise<number> {
  const stale = await db
    .updateTable('onec_order_files as f')
    .from('onec_sessions as s')
    .set({ heartbeat_at: now })
    .whereRef('s.id', '=', 'f.session_id')
    .where('f.finished_at', 'is', null)
    .where('f.heartbeat_at', '<', new Date(now.getTime() - staleSeconds * 1_000))
    .returning(['f.id', 's.node_id'])
    .execute();
  for (const { id, node_id } of stale) await queueFile(db, id, node_id);
  return stale.length;
}

/** Why a file that waits waits so long; null: it does not. */
export function lateFileWords({ name, state, received_at, retaken_at }: OrderFile, now: Date): string | null {
  const since = retaken_at ?? received_at;
  const isLate = state === 'waiting' && now.getTime() - since.getTime() > staleSeconds * 1_000;
  return isLate ? `Файл «${name}» ждёт: задания магазина сейчас никто не выполняет` : null;
}

/** Somebody works on the file. */
export async function noteWork(db: Db, id: number): Promise<void> {
  await db
    .updateTable('onec_order_files')
    .set({ state: 'taking', heartbeat_at: new Date() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Another worker has taken this document, or the whole file: this one has nothing more to do. */
export class TakenByAnother extends Error {}

/**
 * Counts a document, in the transaction that has taken it: of two workers that read one file each document is taken by
 * one. Throws TakenByAnother.
 */
export async function countDocument(
  db: Db,
  id: number,
  place: number,
  became: 'applied' | 'unchanged' | 'refused',
): Promise<void> {
  const one = (kind: typeof became) => (kind === became ? 1 : 0);
  const { numAffectedRows } = await sql`
    update onec_order_files set done = done + 1, applied = applied + ${one('applied')},
      unchanged = unchanged + ${one('unchanged')}, refused = refused + ${one('refused')}, heartbeat_at = clock_timestamp()
    where id = ${id} and done = ${place} and finished_at is null`.execute(db);
  if (Number(numAffectedRows) === 0) throw new TakenByAnother();
}

/** `reason`: why it was not read to its end, which the owner is written of; null: it was. */
export async function finishFile(
  db: Db,
  id: number,
  state: 'taken' | 'refused' | 'failed',
  reason: string | null,
): Promise<void> {
  const now = new Date();
  await db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('onec_order_files')
      .set({ state, reason, finished_at: now })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (reason !== null && Number(numUpdatedRows) > 0) await reportUnreadFile(db, id, reason, now);
  });
}
