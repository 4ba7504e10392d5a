import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the file at `path`, and its folder, so that a reader sees the whole of it or none: `fill` writes a draft beside
 * it, which then takes its name. When that fails the draft is removed and the error thrown on.
 */
export async function writeWhole(
  path: string,
  fill: (draft: string) => Promise<void>,
  folderMode?: number,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true, ...(folderMode !== undefined && { mode: folderMode }) });
    await fill(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
