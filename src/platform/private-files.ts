import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUuid } from '#shared/uuid.ts';

/** Under DATA_DIR/files, so that a backup takes it along; no route and no picture proxy leads here. */
export const privateFolder = 'private';

/**
 * Keeps a stranger's file under an id of ours: nothing of its name reaches the disk. `area` is the kind of thing it
 * belongs to.
 */
export async function storePrivateFile(dataDir: string, area: string, id: string, bytes: Buffer): Promise<void> {
  const path = pathOf(dataDir, area, id);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, bytes, { mode: 0o600 });
  await rename(`${path}.part`, path);
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

/** Where the file lies, for staff at the terminal. */
export function pathOf(dataDir: string, area: string, id: string): string {
  if (!isUuid(id)) throw new Error(`Не id файла: ${id}`);
  return join(dataDir, 'files', privateFolder, area, id.slice(0, 2), id);
}
