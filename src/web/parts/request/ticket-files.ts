import { type StoredFile, ticketFilesArea } from '#modules/support/schema.ts';
import { removePrivateFile, storePrivateFile } from '#platform/private-files.ts';
import { readSentFiles, type SentFile } from './sent-files.ts';

/**
 * Keeps the files of a form on disk, does `work` with them in the caller's transaction, and removes them again when it
 * fails: a file is never left without its message.
 */
export async function withStoredFiles(
  dataDir: string,
  form: FormData,
  work: (files: StoredFile[]) => Promise<void>,
): Promise<void> {
  await keepFiles(dataDir, await readSentFiles(form, 'files'), async (files) => {
    await work(files);
    return true;
  });
}

/** The same for files that have been read already; `work` answers false where it took none of them. */
export async function keepFiles(
  dataDir: string,
  files: SentFile[],
  work: (files: StoredFile[]) => Promise<boolean>,
): Promise<void> {
  const remove = async () => {
    for (const { id } of files) await removePrivateFile(dataDir, ticketFilesArea, id);
  };
  try {
    for (const { id, bytes } of files) await storePrivateFile(dataDir, ticketFilesArea, id, bytes);
    if (!(await work(files.map(({ bytes: _, ...file }) => file)))) await remove();
  } catch (error) {
    await remove();
    throw error;
  }
}
