import { randomUUID } from 'node:crypto';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { ensure } from '#shared/ensure.ts';
import { isContentOf } from '#shared/file-content.ts';
import {
  type UploadRules,
  type UploadType,
  uploadLimits,
  uploadProblem,
  uploadTypeOf,
  uploadWords,
} from '#shared/upload-rules.ts';

export type SentFile = { id: string; name: string; type: UploadType; size: number; bytes: Buffer };

/**
 * Files of a form's field by the rules of S5-07, names and content both; nothing is kept yet. Throws bad_input at the
 * field.
 */
export async function readSentFiles(form: FormData, field: string, rules?: UploadRules): Promise<SentFile[]> {
  // A file field left alone sends one file without name and content.
  const sent = form
    .getAll(field)
    .filter((file): file is File => file instanceof File && (file.name !== '' || file.size > 0));
  const problem = uploadProblem(sent, rules);
  if (problem) throw refuseFile(field, problem);
  const files: SentFile[] = [];
  for (const file of sent) {
    const type = ensure(uploadTypeOf(file.name));
    const bytes = Buffer.from(await file.arrayBuffer());
    if (!isContentOf(type, bytes)) throw refuseFile(field, uploadWords.type);
    files.push({ id: randomUUID(), name: shortName(file.name), type, size: bytes.length, bytes });
  }
  return files;
}

/** The words at the field that the file was sent in. */
export function refuseFile(field: string, words: string): Refusal {
  return new Refusal('bad_input', { fields: { [field]: words } }, words);
}

/** Browsers on Windows once sent whole paths; the ending stays when a name is cut. */
function shortName(name: string): string {
  const plain = cleanText(name.split(/[\\/]/).at(-1) ?? name).replace(/[\n\t]/g, ' ');
  const { nameCharacters } = uploadLimits;
  if (plain.length <= nameCharacters) return plain;
  const ending = plain.slice(plain.lastIndexOf('.'));
  return plain.slice(0, nameCharacters - ending.length) + ending;
}

/** A private file, always to be saved, never shown: what a stranger wrote does not run in the shop's name. */
export function privateFileResponse(name: string, bytes: Buffer): Response {
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${escaped}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}
