import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#platform/database.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { ensure } from '#shared/ensure.ts';
import type { Finding } from '../changes/guards.ts';
import { FileRefusal } from '../file-refusal.ts';
import { importOpened } from '../import-package.ts';
import { openFolders, type Package } from '../open-package.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { unpackInto } from '../unzip-package.ts';
import { batchFolder } from './files.ts';
import { isPackageOver, saveProgress, whyNotDeactivate } from './packages.ts';
import { readRepeats, withoutRepeats } from './repeated-parts.ts';
import { settleFiles } from './settle-files.ts';

export type Received = { url: string; dataDir: string; package_id: number };

/** Words for 1C's log: often enough for the next `import`, seldom enough for the database. */
const reportMs = 1_000;
/** A base that has not sent `deactivate` for so long does not do so any more. */
const deactivatesForMs = 90 * 86_400_000;

/** Says that somebody works, however long one step takes. */
const heartbeatMs = 20_000;

/**
 * Imports a package of the exchange: read → compare → apply, in one transaction with its row. Killed at any moment
 * nothing is imported, and the package can be imported again; one that is finished stays as it is, one that is stopped
 * meanwhile is left at once: the process ends, and its transaction with it.
 */
export async function importReceived({ url, dataDir, package_id }: Received): Promise<void> {
  const db = openDatabase(url, { applicationName: 'idd-shop 1C exchange', max: 2 });
  const progress = reportEverySecond(db, package_id);
  try {
    const row = await db
      .selectFrom('onec_packages as p')
      .innerJoin('onec_sessions as s', 's.id', 'p.session_id')
      .innerJoin('onec_nodes as n', 'n.id', 's.node_id')
      .select([
        'p.session_id',
        'p.batch',
        'p.kind',
        's.node_id',
        's.started_at',
        'n.deactivates_at',
        'p.finished_at',
        'p.approved',
        'p.keeps_on',
        's.first_batch',
      ])
      .where('p.id', '=', package_id)
      .executeTakeFirst();
    if (!row || row.finished_at) return;
    const session_id = ensure(row.session_id);
    const batch = ensure(row.batch);
    progress('Пакет принят в работу');
    const open = async () => {
      if (row.kind === 'deactivate') await refuseAfterUntaken(db, { ...row, session_id, batch });
      return openBatches(db, dataDir, { ...row, session_id, batch }, progress);
    };
    const received = {
      package_id,
      session_id,
      node_id: row.node_id,
      began_at: row.started_at,
      deactivates: row.kind === 'deactivate',
      waitsForDeactivate: row.kind === 'files' && isOfLate(row.deactivates_at),
      keeps_on: row.keeps_on,
      approved: row.approved as Finding[] | null, // what holdPackage has written
    };
    const importing = importOpened(open, received, { url, filesDir: filesFolder(dataDir), progress });
    await unlessStopped(importing, () => isPackageOver(db, package_id));
  } finally {
    await progress.end();
    await db.destroy();
  }
}

/**
 * Packages before a `deactivate` that waited when 1C asked for it may have failed since: what they list would be
 * switched off. 1C may have begun again in the same session: which packages were its own is then not known, and each
 * before it counts. Throws FileRefusal.
 */
async function refuseAfterUntaken(db: Db, { session_id, first_batch, batch }: Batches): Promise<void> {
  const since = first_batch <= batch ? first_batch : 0;
  const why = await whyNotDeactivate(db, { session_id, first_batch: since, batch });
  if (why) throw new FileRefusal('', null, why);
}

function isOfLate(deactivates_at: Date | null): boolean {
  return deactivates_at !== null && Date.now() - deactivates_at.getTime() < deactivatesForMs;
}

/** The files of a package as they were sent, as long as they are kept. Throws FileRefusal when they are not there. */
export async function openKeptPackage(
  db: Db,
  dataDir: string,
  package_id: number,
  progress: (text: string) => void,
): Promise<Package> {
  const row = await db
    .selectFrom('onec_packages as p')
    .innerJoin('onec_sessions as s', 's.id', 'p.session_id')
    .select(['p.session_id', 'p.batch', 'p.kind', 's.first_batch', 'p.files_removed_at'])
    .where('p.id', '=', package_id)
    .executeTakeFirst();
  if (!row?.session_id || row.batch === null || row.kind !== 'files')
    throw new FileRefusal('', null, `пакета обмена № ${package_id} нет`);
  if (row.files_removed_at) throw new FileRefusal('', null, `файлы пакета № ${package_id} уже удалены`);
  return openBatches(db, dataDir, { ...row, session_id: row.session_id, batch: row.batch }, progress);
}

type Batches = { session_id: string; batch: number; first_batch: number; kind: string };

/**
 * The files of a batch, zips unpacked, with the pictures of it and of the batches before it since the last `init`, the
 * later first.
 */
async function openBatches(
  db: Db,
  dataDir: string,
  { session_id, batch, first_batch, kind }: Batches,
  progress: (text: string) => void,
): Promise<Package> {
  const noFiles: Package = {
    files: [],
    findPicture: async () => ({ source: null, fault: 'нет в пакете' }),
    close: async () => {},
  };
  if (kind === 'deactivate') return noFiles;
  const folder = batchFolder(dataDir, session_id, batch);
  const names = await filesIn(folder);
  await settleFiles(db, { session_id, batch }, folder);
  await unpackZips(folder, names, progress);
  const unpacked = await unpackedZips(folder);
  await noteUnpacked(db, { session_id, batch }, unpacked);
  // 1C may have begun again since.
  const count = Math.max(1, batch - first_batch + 1);
  const earlier = Array.from({ length: count - 1 }, (_, before) =>
    batchFolder(dataDir, session_id, batch - 1 - before),
  );
  const pictures = [folder, ...unpacked.toReversed()];
  for (const own of earlier) pictures.push(own, ...(await unpackedAgain(own, progress)).toReversed());
  const opened = await openFolders([folder, ...unpacked], pictures.filter(existsSync), '');
  const repeats = await readRepeats(db, dataDir, { session_id, from: batch - earlier.length, to: batch });
  return repeats.size === 0 ? opened : withoutRepeats(opened, { dataDir, session_id, repeats });
}

/**
 * What the zips of a batch before this one hold. It is removed an hour after the exchange, and a package may wait for
 * the owner for days: then it is unpacked once more. A zip that was refused for its damage holds no pictures.
 */
async function unpackedAgain(folder: string, progress: (text: string) => void): Promise<string[]> {
  if (existsSync(folder) && !existsSync(unpackedFolder(folder)))
    await unpackZips(folder, await filesIn(folder), progress).catch(async (error: unknown) => {
      if (!(error instanceof FileRefusal)) throw error;
      await rm(unpackedFolder(folder), { recursive: true, force: true });
    });
  return unpackedZips(folder);
}

/** Beside a batch: what its zips hold, each in a folder of its own, for their files may bear the same names. */
export function unpackedFolder(batch: string): string {
  return `${batch}-unpacked`;
}

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new FileRefusal('', null, 'файлы пакета не найдены на диске магазина');
    throw error;
  });
}

/** Whatever a killed process left half unpacked is written over. */
async function unpackZips(folder: string, names: string[], progress: (text: string) => void): Promise<void> {
  const zips = names.filter((name) => extname(name).toLowerCase() === '.zip').sort(inOrder);
  if (zips.length === 0) return;
  await rm(unpackedFolder(folder), { recursive: true, force: true });
  for (const [place, zip] of zips.entries()) {
    progress(`Распаковка ${zip}`);
    await unpackInto(join(folder, zip), zip, join(unpackedFolder(folder), String(place)));
  }
}

/** The folders into which the zips of a batch were unpacked, in the order of their names. */
async function unpackedZips(folder: string): Promise<string[]> {
  const places = await readdir(unpackedFolder(folder)).catch(() => []);
  return places.sort(inOrder).map((place) => join(unpackedFolder(folder), place));
}

/** 1C numbers its zips. */
const inOrder = new Intl.Collator('ru', { numeric: true }).compare;

/** 1C asks for unpacked files by their own names. */
async function noteUnpacked(db: Db, key: { session_id: string; batch: number }, folders: string[]): Promise<void> {
  const names = (await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })))).flat();
  const files = names.filter((name) => extname(name).toLowerCase() === '.xml' && name.length <= 250);
  if (files.length === 0) return;
  await sql`
    insert into onec_files (session_id, batch, name)
    select ${key.session_id}::uuid, ${key.batch}::int, name from unnest(${files}::text[]) name
    on conflict do nothing`.execute(db);
}

function reportEverySecond(db: Db, package_id: number) {
  let reportedAt = 0;
  let words = '';
  let saving: Promise<void> = Promise.resolve();
  const save = () => {
    reportedAt = Date.now();
    // Words are no reason to break off an import.
    saving = saving.then(() => saveProgress(db, package_id, words)).catch(() => {});
  };
  const heartbeat = setInterval(save, heartbeatMs);
  return Object.assign(
    (text: string) => {
      words = text;
      if (Date.now() - reportedAt >= reportMs) save();
    },
    {
      end: async () => {
        clearInterval(heartbeat);
        await saving;
      },
    },
  );
}
