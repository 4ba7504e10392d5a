import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '#shared/uuid.ts';
import { writeWhole } from './write-whole.ts';

/** Under DATA_DIR/files, so that a backup takes it along; no route and no picture proxy leads here. */
export const privateFolder = 'private';

/**
 * Keeps a stranger's file under an id of ours: nothing of its name reaches the disk. `area` is the kind of thing it
 * belongs to.
 */
export async function storePrivateFile(dataDir: string, area: string, id: string, bytes: Buffer): Promise<void> {
  const path = pathOf(dataDir, area, id);
  await writeWhole(path, (draft) => writeFile(draft, bytes, { mode: 0o600 }), 0o700);
}

/** The bytes, or null when the file is gone. */
export async function readPrivateFile(dataDir: string, area: string, id: string): Promise<Buffer | null> {
  try {
    return await readFile(pathOf(dataDir, area, id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** One that is gone already is no error. */
export async function removePrivateFile(dataDir: string, area: string, id: string): Promise<void> {
  await rm(pathOf(dataDir, area, id), { force: true });
}

/**
 * Ids of the files of an area that were written before that moment, folder by folder. What was never written whole is
 * removed on the way.
 */
export async function* oldPrivateFiles(dataDir: string, area: string, before: Date): AsyncGenerator<string[]> {
  const root = join(dataDir, 'files', privateFolder, area);
  for (const folder of await namesIn(root)) {
    const ids: string[] = [];
    for (const name of await namesIn(join(root, folder))) {
      const path = join(root, folder, name);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile() || found.mtime >= before) continue;
      if (isUuid(name)) ids.push(name);
      else if (name.endsWith('.part')) await rm(path, { force: true });
    }
    if (ids.length > 0) yield ids;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Where the file lies, for staff at the terminal. */
export function pathOf(dataDir: string, area: string, id: string): string {
  if (!isUuid(id)) throw new Error(`Не id файла: ${id}`);
  return join(dataDir, 'files', privateFolder, area, id.slice(0, 2), id);
}
