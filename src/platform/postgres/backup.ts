import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Place } from './place.ts';

/**
 * A backup folder holds `postgres/` (a physical copy taken between pg_backup_start and pg_backup_stop, with the log
 * written meanwhile, so that it starts as it lies), `files/` (pictures and documents), `SHA256SUMS` over all of them
 * (`sha256sum -c` reads it) and `backup.json`, written last. All of it is on the disk before the folder has its name.
 */
export type BackupNote = {
  made_at: string;
  postgres: string;
  migrations: string[];
  files: number;
  bytes: number;
  /** SHA-256 of the list of checksums; copies made by older versions have none. */
  checksums?: string;
};

export type Progress = (text: string) => void;

/**
 * Copies the running embedded server behind `url` and the files folder into `folder`, which must not exist. Work goes
 * on meanwhile.
 */
export async function writeBackup(
  { url, place, filesDir, folder }: { url: string; place: Place; filesDir: string; folder: string },
  progress: Progress,
): Promise<BackupNote> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'postgres/pg_wal'), { recursive: true });
  await chmod(unfinished, 0o700);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; names: string[] }>(
      `select current_setting('server_version') as version, (select array_agg(name order by name) from migrations) as names`,
    );
    progress('База: снимается копия…');
    const bytes = await copyCluster(client, place.cluster, join(unfinished, 'postgres'), progress);
    // After the database: a row that names a file is committed only when the file is there.
    progress('Файлы: копируются…');
    if (existsSync(filesDir))
      await cp(filesDir, join(unfinished, 'files'), { recursive: true, preserveTimestamps: true });
    const note: BackupNote = {
      made_at: new Date().toISOString(),
      postgres: rows[0]?.version ?? '',
      migrations: rows[0]?.names ?? [],
      files: await countFiles(join(unfinished, 'files')),
      bytes,
      checksums: await writeChecksums(unfinished, progress),
    };
    await writeFile(join(unfinished, 'backup.json'), `${JSON.stringify(note, null, 2)}\n`);
    await syncAll(unfinished);
    await rename(unfinished, folder);
    await sync(dirname(folder));
    return note;
  } finally {
    await client.end();
  }
}

/** Says what a backup folder holds; throws a Russian sentence when it is none or was not finished. */
export async function readBackupNote(folder: string): Promise<BackupNote> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch(() => null);
  if (!text || !existsSync(join(folder, 'postgres/PG_VERSION')))
    throw new Error(`В ${folder} нет законченной резервной копии (backup.json и postgres/).`);
  return JSON.parse(text);
}

/**
 * Puts the backup in the place of cluster and files, once every file of it is as it was written. What stood there is
 * moved aside under names ending in `aside`; returns what takes everything back.
 */
export async function putBackup(
  { place, filesDir, folder, aside }: { place: Place; filesDir: string; folder: string; aside: string },
  progress: Progress,
): Promise<() => Promise<void>> {
  const incoming = { cluster: `${place.cluster}.incoming`, files: `${filesDir}.incoming` };
  await rm(incoming.cluster, { recursive: true, force: true });
  await rm(incoming.files, { recursive: true, force: true });
  await checkBackup(folder, progress);
  progress('База: копируется…');
  await cp(join(folder, 'postgres'), incoming.cluster, { recursive: true });
  await setOwner(incoming.cluster, place.account);
  await syncAll(incoming.cluster);
  progress('Файлы: копируются…');
  if (existsSync(join(folder, 'files')))
    await cp(join(folder, 'files'), incoming.files, { recursive: true, preserveTimestamps: true });
  else await mkdir(incoming.files, { recursive: true });
  await syncAll(incoming.files);
  const moved = [
    { path: place.cluster, incoming: incoming.cluster },
    { path: filesDir, incoming: incoming.files },
  ];
  for (const { path, incoming } of moved) {
    if (existsSync(path)) await rename(path, path + aside);
    await rename(incoming, path);
  }
  return async () => {
    for (const { path } of moved) {
      await rm(path, { recursive: true, force: true });
      if (existsSync(path + aside)) await rename(path + aside, path);
    }
  };
}

/** A copy that is not as it was written; the message is a Russian sentence. */
export class BackupDamaged extends Error {}

const sumsName = 'SHA256SUMS';

/** Throws BackupDamaged when a file of the copy is missing, was added or has changed. */
async function checkBackup(folder: string, progress: Progress): Promise<void> {
  const { checksums } = await readBackupNote(folder);
  if (checksums === undefined) return progress('Копия сделана старой версией: контрольных сумм в ней нет');
  progress('Копия проверяется…');
  const list = await readFile(join(folder, sumsName), 'utf8').catch(() => '');
  if (hashOf(list) !== checksums)
    throw new BackupDamaged(`Копия повреждена, всё оставлено как было: список контрольных сумм ${sumsName}`);
  const known = new Map(list.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  known.delete('');
  await manyAtOnce(await pathsIn(folder), async (path) => {
    if (known.get(path) !== (await hashOfFile(join(folder, path))))
      throw new BackupDamaged(`Копия повреждена, всё оставлено как было: ${path}`);
    known.delete(path);
  });
  for (const path of known.keys())
    throw new BackupDamaged(`Копия повреждена, всё оставлено как было: нет файла ${path}`);
}

async function writeChecksums(folder: string, progress: Progress): Promise<string> {
  progress('Контрольные суммы…');
  const lines = await manyAtOnce(
    await pathsIn(folder),
    async (path) => `${await hashOfFile(join(folder, path))}  ${path}\n`,
  );
  const list = lines.join('');
  await writeFile(join(folder, sumsName), list);
  return hashOf(list);
}

/** What the checksums speak of: the files of the copy, relative and in a fixed order. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== sumsName && path !== 'backup.json')
    .sort();
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Every file and folder beneath is on the disk, not only in memory. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await manyAtOnce(entries, (entry) => sync(join(entry.parentPath, entry.name)));
  await sync(folder);
}

/** Thousands of small files: what waits for the disk waits together. In the order given. */
async function manyAtOnce<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 32)
    results.push(...(await Promise.all(items.slice(at, at + 32).map((item) => work(item)))));
  return results;
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders whose contents belong to the running server only (PostgreSQL's documentation, 25.3.4.4). */
const emptied = /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal|log)\//;
const skipped =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL.*|current_logfiles.*|backup_label.*|tablespace_map.*)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;

async function copyCluster(client: pg.Client, cluster: string, target: string, progress: Progress): Promise<number> {
  const slot = `backup_${process.pid}_${Date.now()}`;
  // The slot keeps the log from the start of the copy on, however long it takes; it ends with this connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const start = await client.query<{ file: string }>(
    `select pg_walfile_name(pg_backup_start('idd-shop', fast => true)) as file`,
  );
  const bytes = await copyTree(cluster, target, progress);
  const stop = await client.query<{ file: string; labelfile: string; spcmapfile: string }>(
    `select pg_walfile_name(lsn) as file, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)`,
  );
  const { file: lastFile = '', labelfile = '' } = stop.rows[0] ?? {};
  const firstFile = start.rows[0]?.file ?? '';
  await writeFile(join(target, 'backup_label'), labelfile);
  for (const name of (await readdir(join(cluster, 'pg_wal'))).sort()) {
    const isWanted = /^[0-9A-F]{24}$/.test(name) && name >= firstFile && name <= lastFile;
    if (isWanted || name.endsWith('.history'))
      await copyFile(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name));
  }
  await mkdir(join(target, 'pg_wal/archive_status'), { recursive: true });
  await client.query('select pg_drop_replication_slot($1)', [slot]);
  return bytes;
}

async function copyTree(cluster: string, target: string, progress: Progress): Promise<number> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  let bytes = 0;
  let done = 0;
  for (const entry of entries) {
    done++;
    const path = join(entry.parentPath, entry.name).slice(cluster.length + 1);
    if (emptied.test(path) || skipped.test(path)) continue;
    if (entry.isDirectory()) await mkdir(join(target, path), { recursive: true });
    else if (entry.isFile()) bytes += await copyIfThere(join(cluster, path), join(target, path));
    if (done % 50 === 0)
      progress(`База: ${Math.floor((done * 100) / entries.length)} %, ${Math.round(bytes / 1_048_576)} МБ`);
  }
  return bytes;
}

/** A table dropped during the copy takes its file along; the log repeats the dropping. */
async function copyIfThere(from: string, to: string): Promise<number> {
  try {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    return (await stat(to)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** PostgreSQL wants its folder closed to others and owned by its account. */
async function setOwner(cluster: string, account: Place['account']) {
  await chmod(cluster, 0o700);
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const paths = [cluster, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  if (account) await manyAtOnce(paths, (path) => chown(path, account.uid, account.gid));
}

async function countFiles(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
}
