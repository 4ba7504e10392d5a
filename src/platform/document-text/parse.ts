/** `table`: a spreadsheet of staff, long and wide; `table_head`: its first rows. */
export type DocumentKind = 'plain' | 'rtf' | 'docx' | 'xlsx' | 'pdf' | 'table' | 'table_head';
export type DocumentAnswer = { text: string } | { problem: string; reason: 'damaged' | 'too_much' };

/** Far more than a list of goods has; what comes after is left out. */
const mostCharacters = 400_000;
/** The largest table of goods that is taken is shorter: `tableLimits` in modules/exchange. */
const mostOfTable = 40_000_000;

/** The text of a document, lines parted by \n. Throws when it is not what `kind` says. */
export async function parseDocument(kind: DocumentKind, bytes: Buffer): Promise<string> {
  const text = await parsers[kind](bytes);
  return text.replace(/\r\n?/g, '\n').slice(0, kind === 'table' ? mostOfTable : mostCharacters);
}

/** Each is loaded when such a file comes: the reader of PDF alone takes longer to load than a text to read. */
const parsers: Record<DocumentKind, (bytes: Buffer) => Promise<string>> = {
  plain: async (bytes) => (await import('./plain.ts')).decodeText(bytes),
  rtf: async (bytes) => (await import('./rtf.ts')).parseRtf(bytes),
  docx: async (bytes) => (await import('./docx.ts')).parseDocx(bytes),
  xlsx: async (bytes) => (await import('./xlsx.ts')).parseXlsx(bytes),
  table: async (bytes) => (await import('./xlsx.ts')).parseTable(bytes),
  table_head: async (bytes) => (await import('./xlsx.ts')).parseTable(bytes, 40),
  pdf: async (bytes) => (await import('./pdf.ts')).parsePdf(bytes),
};
