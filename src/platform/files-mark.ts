import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensure } from '#shared/ensure.ts';
import type { Db } from './database.ts';
import { readStored, storeFirst } from './stored-values.ts';

const key = 'files_mark';

/** Where pictures and documents lie; web processes and workers on several machines share it. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/**
 * Makes folder and database know each other: the first process ever leaves the same mark in both. `isAdopted` puts the
 * database's mark into a folder that is to take the place of another.
 */
export async function markFiles(db: Db, folder: string, { isAdopted = false } = {}): Promise<void> {
  await db.transaction().execute(async (db) => {
    const isNew = await storeFirst(db, key, randomUUID());
    // Before the commit: a mark that only the database knows would never be found.
    if (isNew || isAdopted) await writeMark(folder, ensure(await readStored<string>(db, key)));
  });
}

/**
 * null: the folder is the one that the database's rows speak of, or neither was marked yet. Else a Russian sentence.
 */
export async function filesFault(db: Db, folder: string): Promise<string | null> {
  const known = await readStored<string>(db, key);
  if (known === undefined) return null;
  if (existsSync(markPath(folder, known))) return null;
  return `В папке ${folder} нет файлов этого магазина: общая папка не подключена или DATA_DIR указывает не туда. Если папка верна: npm run shop -- files adopt`;
}

async function writeMark(folder: string, mark: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(markPath(folder, mark), '');
}

function markPath(folder: string, mark: string): string {
  return join(folder, `.shop-${mark}`);
}
