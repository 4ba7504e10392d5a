import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDemoLogins } from './logins.ts';

/**
 * Removes the demonstration's files and its logins from DATA_DIR: its drawings, papers and films. What the owner has
 * sent lies in folders of its own. The sizes of pictures that were made of them go too; others are made again when
 * asked for. May run twice.
 */
export async function removeDemoFiles(dataDir: string): Promise<void> {
  const files = join(dataDir, 'files');
  await rm(join(files, 'drawings'), { recursive: true, force: true });
  await removeInside(join(files, 'products'), '.svg');
  await removeInside(join(files, 'documents'), '.pdf');
  await removeInside(join(files, 'media'), '.webm');
  await rm(join(dataDir, 'cache'), { recursive: true, force: true });
  await removeDemoLogins(dataDir);
}

/** Files of the folder itself with this ending, not those below it. */
async function removeInside(folder: string, ending: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  for (const entry of entries)
    if (entry.isFile() && entry.name.endsWith(ending)) await rm(join(folder, entry.name), { force: true });
}
