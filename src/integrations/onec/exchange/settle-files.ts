import { type FileHandle, open, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#platform/database.ts';
import { settleFolder } from '#platform/settle-folder.ts';
import { FileRefusal } from '../file-refusal.ts';

/** What is read as a whole; pictures are made safe one by one when they are copied to their place. */
const readWhole = /\.(?:xml|zip)$/i;

/** Of a file the disk holds less than what 1C was told has arrived: the machine lost its power meanwhile. */
export class IncompleteFile extends FileRefusal {
  constructor(name: string) {
    super(name, null, 'на диске магазина меньше, чем прислано: выгрузите снова');
  }
}

/** A file that 1C has sent, and how much of it has arrived. */
export type Arrived = { name: string; bytes: number };

/**
 * Makes the files of a batch safe on the disk before anything of them is taken: parts are only given to the system as
 * they come, for waiting for the disk at each takes as long as sending it. Pictures are only measured: 1C sends one
 * again in a full export alone. Throws IncompleteFile.
 */
export async function settleFiles(
  db: Db,
  { session_id, batch }: { session_id: string; batch: number },
  folder: string,
): Promise<void> {
  const files = await db
    .selectFrom('onec_files')
    .select(['name', 'bytes'])
    .where('session_id', '=', session_id)
    .where('batch', '=', batch)
    .where('bytes', '>', 0)
    .execute();
  for (const file of files) await (readWhole.test(file.name) ? settleContent(folder, file) : measureFile(folder, file));
  await settleNames(
    folder,
    files.map(({ name }) => name),
  );
}

/** Makes one file safe on the disk, whatever it is called. Throws IncompleteFile. */
export async function settleFile(folder: string, file: Arrived): Promise<void> {
  await settleContent(folder, file);
  await settleNames(folder, [file.name]);
}

/** The folders of these files, up to the one of all exchanges. `folder`: of their batch, within that of its session. */
async function settleNames(folder: string, names: string[]): Promise<void> {
  const top = dirname(dirname(folder));
  const folders = new Set([top, dirname(folder), folder]);
  for (const name of names)
    for (let at = dirname(join(folder, name)); !folders.has(at); at = dirname(at)) folders.add(at);
  for (const path of folders) await settleFolder(path);
}

async function settleContent(folder: string, { name, bytes }: Arrived): Promise<void> {
  const file = await open(join(folder, name), 'r+').catch((error) => missing(error, name));
  await settle(file, name, bytes).finally(() => file.close());
}

async function settle(file: FileHandle, name: string, bytes: number): Promise<void> {
  const { size } = await file.stat();
  if (size < bytes) throw new IncompleteFile(name);
  // Of a part that broke off.
  if (size > bytes) await file.truncate(bytes);
  await file.datasync();
}

async function measureFile(folder: string, { name, bytes }: Arrived): Promise<void> {
  const path = join(folder, name);
  const { size } = await stat(path).catch((error) => missing(error, name));
  if (size < bytes) throw new IncompleteFile(name);
  if (size > bytes) await truncate(path, bytes);
}

function missing(error: NodeJS.ErrnoException, name: string): never {
  throw error.code === 'ENOENT' ? new IncompleteFile(name) : error;
}
