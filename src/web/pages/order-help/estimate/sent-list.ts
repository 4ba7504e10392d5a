import { estimateWords } from '#modules/estimates/schema.ts';
import { type DocumentKind, documentText, UnreadableDocument } from '#platform/document-text.ts';
import { Refusal } from '#platform/refusal.ts';
import { uploadLimitBytes } from '#shared/constants.ts';
import { ensure } from '#shared/ensure.ts';
import { isContentOf } from '#shared/file-content.ts';
import { uploadTypes, uploadWords } from '#shared/upload-rules.ts';
import { textOf } from '#web/parts/forms/form-answer.ts';

/** What a list of materials may come in: the texts of S5-07, and tables as accountants save them. */
const kinds: Record<string, { kind: DocumentKind; isContent: (bytes: Buffer) => boolean }> = {
  txt: { kind: 'plain', isContent: isPlain },
  csv: { kind: 'plain', isContent: isPlain },
  rtf: { kind: 'rtf', isContent: (bytes) => isContentOf(uploadTypes.rtf, bytes) },
  docx: { kind: 'docx', isContent: (bytes) => isContentOf(uploadTypes.docx, bytes) },
  pdf: { kind: 'pdf', isContent: (bytes) => isContentOf(uploadTypes.pdf, bytes) },
  xlsx: { kind: 'xlsx', isContent: (bytes) => bytes.readUInt32BE(0) === 0x504b0304 && bytes.includes('xl/') },
};

/** Taken by other forms of the shop, but there is no text in them that we could read. */
const withoutText: Record<string, string> = {
  png: estimateWords.picture,
  jpg: estimateWords.picture,
  jpeg: estimateWords.picture,
  doc: estimateWords.oldWord,
};

/**
 * The list that a form carries: its file (the field `file`) when there is one, else its `text`. Throws bad_input with
 * the words at the field the fault is of: S5-07's of type and size, or why the file could not be read; and `busy` when
 * too many documents wait to be read. `sender` is the network it came from. `countTry` counts the list before it waits
 * for anything costly, so that one that cannot be read costs its sender as much as a good one.
 */
export async function readSentList(
  form: FormData,
  sender: string,
  countTry: () => Promise<void>,
): Promise<{ text: string; file_name: string | null }> {
  const file = form.getAll('file').find((one): one is File => one instanceof File && (one.name !== '' || one.size > 0));
  const typed = textOf(form, 'text');
  if (!file) {
    if (typed === '') throw refused('text', estimateWords.nothing);
    await countTry();
    return { text: typed, file_name: null };
  }
  const name = (file.name.split(/[\\/]/).at(-1) ?? '').slice(-200);
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(withoutText, extension)) throw refused('file', ensure(withoutText[extension]));
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : null;
  if (!kind) throw refused('file', uploadWords.type);
  if (file.size > uploadLimitBytes) throw refused('file', uploadWords.size);
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length < 4 || !kind.isContent(bytes)) throw refused('file', uploadWords.type);
  await countTry();
  const text = await textOfFile(kind.kind, bytes, sender);
  if (text.trim() === '') throw refused('file', kind.kind === 'pdf' ? estimateWords.scan : estimateWords.noLines);
  return { text, file_name: name };
}

async function textOfFile(kind: DocumentKind, bytes: Buffer, sender: string): Promise<string> {
  try {
    return await documentText(kind, bytes, sender);
  } catch (error) {
    if (error instanceof UnreadableDocument)
      throw refused('file', error.reason === 'too_much' ? estimateWords.tooMuch : estimateWords.unreadable);
    throw error;
  }
}

/** «Текст Юникод» of Excel is UTF-16: every other byte of it is zero. */
function isPlain(bytes: Buffer): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isUtf16 || isContentOf(uploadTypes.txt, bytes);
}

function refused(field: string, words: string): Refusal {
  return new Refusal('bad_input', { fields: { [field]: words } }, words);
}
