import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#platform/database.ts';
import { FileRefusal } from '../file-refusal.ts';

/** What an import reads as a whole; a picture is judged by what is in it. */
const readWhole = /\.(?:xml|zip)$/i;

/**
 * Makes the files of a batch safe on the disk before anything of them is taken: parts are only given to the system as
 * they come, for waiting for the disk at each takes as long as sending it. Throws FileRefusal where a file is shorter
 * than what 1C was told has arrived: the machine lost its power meanwhile.
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
  for (const { name, bytes } of files) {
    if (!readWhole.test(name)) continue;
    const file = await open(join(folder, name), 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw incomplete(name);
      throw error;
    });
    await settleFile(file, name, bytes).finally(() => file.close());
  }
}

async function settleFile(file: FileHandle, name: string, bytes: number): Promise<void> {
  const { size } = await file.stat();
  if (size < bytes) throw incomplete(name);
  // Of a part that broke off.
  if (size > bytes) await file.truncate(bytes);
  await file.datasync();
}

function incomplete(name: string): FileRefusal {
  return new FileRefusal(name, null, 'на диске магазина меньше, чем прислано: выгрузите снова');
}
