import { estimateForm, estimateWords, type listTypes } from '#modules/estimates/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { type DocumentKind, documentText, UnreadableDocument } from '#platform/document-text.ts';
import { isContentOf } from '#shared/file-content.ts';
import { readForm } from '#shared/form-rules.ts';
import { endingOf, uploadTypes, uploadWords } from '#shared/upload-rules.ts';
import { refuseFile } from '#web/parts/request/sent-files.ts';

type Content = { kind: DocumentKind; isContent: (bytes: Buffer) => boolean };

const contents: Record<(typeof listTypes)[number], Content> = {
  txt: { kind: 'plain', isContent: isPlain },
  csv: { kind: 'plain', isContent: isPlain },
  rtf: { kind: 'rtf', isContent: (bytes) => isContentOf(uploadTypes.rtf, bytes) },
  docx: { kind: 'docx', isContent: (bytes) => isContentOf(uploadTypes.docx, bytes) },
  pdf: { kind: 'pdf', isContent: (bytes) => isContentOf(uploadTypes.pdf, bytes) },
  xlsx: { kind: 'xlsx', isContent: (bytes) => bytes.readUInt32BE(0) === 0x504b0304 && bytes.includes('xl/') },
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
  const { text: typed } = checkForm(estimateForm, form);
  const [file] = readForm(estimateForm, form).files.file ?? [];
  if (!file) {
    await countTry();
    return { text: typed, file_name: null };
  }
  const name = (file.name.split(/[\\/]/).at(-1) ?? '').slice(-200);
  const content = contents[endingOf(file.name) as (typeof listTypes)[number]];
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length < 4 || !content.isContent(bytes)) throw refuseFile('file', uploadWords.type);
  await countTry();
  const text = await textOfFile(content.kind, bytes, sender);
  if (text.trim() === '') throw refuseFile('file', content.kind === 'pdf' ? estimateWords.scan : estimateWords.noLines);
  return { text, file_name: name };
}

async function textOfFile(kind: DocumentKind, bytes: Buffer, sender: string): Promise<string> {
  try {
    return await documentText(kind, bytes, sender);
  } catch (error) {
    if (error instanceof UnreadableDocument)
      throw refuseFile('file', error.reason === 'too_much' ? estimateWords.tooMuch : estimateWords.unreadable);
    throw error;
  }
}

/** «Текст Юникод» of Excel is UTF-16: every other byte of it is zero. */
function isPlain(bytes: Buffer): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isUtf16 || isContentOf(uploadTypes.txt, bytes);
}
