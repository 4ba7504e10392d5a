import { SaxesParser } from 'saxes';
import { readArchive } from './archive.ts';
import { parseXml } from './parse-xml.ts';

const documentName = 'word/document.xml';

/**
 * The text of a Word document: a line per paragraph, a line per row of a table with tabs between its cells. Throws when
 * it is damaged.
 */
export async function parseDocx(bytes: Buffer): Promise<string> {
  const files = await readArchive(bytes, () => [documentName]);
  const source = files.get(documentName);
  if (!source) throw new Error('В файле нет документа Word');
  const lines: string[] = [];
  let line = '';
  /** Cells of the rows that are open: tables stand in cells of tables. */
  const rows: string[][] = [];
  let isText = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'w:t') isText = true;
    else if (name === 'w:tab') line += '\t';
    else if (name === 'w:br' || name === 'w:cr') line += rows.length > 0 ? ' ' : '\n';
    else if (name === 'w:tr') rows.push([]);
    else if (name === 'w:tc') rows.at(-1)?.push('');
  });
  parser.on('text', (text) => {
    if (isText) line += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') isText = false;
    else if (name === 'w:p') {
      const cells = rows.at(-1);
      if (!cells) lines.push(line);
      else if (cells.length > 0) cells[cells.length - 1] = `${cells.at(-1)} ${line.replaceAll('\t', ' ')}`.trim();
      line = '';
    } else if (name === 'w:tr') lines.push((rows.pop() ?? []).join('\t'));
  });
  parseXml(parser, source);
  return lines.join('\n');
}
