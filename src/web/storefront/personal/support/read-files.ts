import { randomUUID } from 'node:crypto';
import { type KeptFile, ticketFilesArea } from '#modules/support/schema.ts';
import { isContentOf } from '#platform/file-content.ts';
import { keepPrivateFile, removePrivateFile } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { uploadLimits, uploadProblem, uploadTypeOf, uploadWords } from '#shared/upload-rules.ts';

/** Files of a sent form by the rules of S5-07, names and content both; nothing is kept yet. Throws bad_input at the field `files`. */
async function readFiles(form: FormData): Promise<(KeptFile & { bytes: Buffer })[]> {
  // A file field left alone sends one file without name and content.
  const sent = form
    .getAll('files')
    .filter((file): file is File => file instanceof File && (file.name !== '' || file.size > 0));
  const problem = uploadProblem(sent);
  if (problem) throw refuseFiles(problem);
  const files: (KeptFile & { bytes: Buffer })[] = [];
  for (const file of sent) {
    const type = uploadTypeOf(file.name)!;
    const bytes = Buffer.from(await file.arrayBuffer());
    if (!isContentOf(type, bytes)) throw refuseFiles(uploadWords.type);
    files.push({ id: randomUUID(), name: shortName(file.name), type, size: bytes.length, bytes });
  }
  return files;
}

/**
 * Keeps the files of a form on disk, does `work` with them in the caller's transaction, and removes them again when it fails: a file is
 * never left without its message.
 */
export async function withKeptFiles(
  dataDir: string,
  form: FormData,
  work: (files: KeptFile[]) => Promise<void>,
): Promise<void> {
  const files = await readFiles(form);
  try {
    for (const { id, bytes } of files) await keepPrivateFile(dataDir, ticketFilesArea, id, bytes);
    await work(files.map(({ bytes: _, ...file }) => file));
  } catch (error) {
    for (const { id } of files) await removePrivateFile(dataDir, ticketFilesArea, id);
    throw error;
  }
}

function refuseFiles(words: string): Refusal {
  return new Refusal('bad_input', { fields: { files: words } });
}

/** Browsers on Windows once sent whole paths; the ending stays when a name is cut. */
function shortName(name: string): string {
  const plain = cleanText(name.split(/[\\/]/).at(-1) ?? name).replace(/[\n\t]/g, ' ');
  const { nameCharacters } = uploadLimits;
  if (plain.length <= nameCharacters) return plain;
  const ending = plain.slice(plain.lastIndexOf('.'));
  return plain.slice(0, nameCharacters - ending.length) + ending;
}
