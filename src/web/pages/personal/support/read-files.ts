import { type StoredFile, ticketFilesArea } from '#modules/support/schema.ts';
import { removePrivateFile, storePrivateFile } from '#platform/private-files.ts';
import { readSentFiles } from '#web/parts/request/sent-files.ts';

/**
 * Keeps the files of a form on disk, does `work` with them in the caller's transaction, and removes them again when it
 * fails: a file is never left without its message.
 */
export async function withStoredFiles(
  dataDir: string,
  form: FormData,
  work: (files: StoredFile[]) => Promise<void>,
): Promise<void> {
  const files = await readSentFiles(form, 'files');
  try {
    for (const { id, bytes } of files) await storePrivateFile(dataDir, ticketFilesArea, id, bytes);
    await work(files.map(({ bytes: _, ...file }) => file));
  } catch (error) {
    for (const { id } of files) await removePrivateFile(dataDir, ticketFilesArea, id);
    throw error;
  }
}
