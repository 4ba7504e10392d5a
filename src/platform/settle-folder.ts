import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder safe on the disk: a file that waited for the disk itself may lose a name that it was
 * given a moment ago, by being made or renamed, when the machine loses its power.
 */
export async function settleFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
