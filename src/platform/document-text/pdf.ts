import { getDocumentProxy } from 'unpdf';
import { checkPdfStreams } from './pdf-streams.ts';

const mostPages = 60;

type Item = { text: string; x: number; y: number; width: number; height: number };

/**
 * The text of a PDF, put into lines by where it stands on the page; a gap wider than a letter and a half becomes a tab,
 * so that columns of a table stay apart. A scanned page has no text. Throws when the file is damaged, locked or
 * swollen.
 */
export async function parsePdf(bytes: Buffer): Promise<string> {
  checkPdfStreams(bytes);
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const lines: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(
      ...linesOf(
        items.flatMap((item) =>
          'str' in item && item.str.trim() !== ''
            ? [
                {
                  text: item.str,
                  x: item.transform[4],
                  y: item.transform[5],
                  width: item.width,
                  height: item.height || Math.abs(item.transform[3]),
                },
              ]
            : [],
        ),
      ),
    );
  }
  return lines.join('\n');
}

/** Pieces on one height make a line; they come in any order. */
function linesOf(items: Item[]): string[] {
  const rows: Item[][] = [];
  for (const item of [...items].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row?.[0] && Math.abs(row[0].y - item.y) < Math.max(2, item.height * 0.4)) row.push(item);
    else rows.push([item]);
  }
  return rows.map((row) => joinRow(row.sort((a, b) => a.x - b.x)));
}

function joinRow(row: Item[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const item of row) {
    const gap = item.x - end;
    if (text !== '')
      text += gap > item.height * 0.9 ? '\t' : gap > item.height * 0.12 && !text.endsWith(' ') ? ' ' : '';
    text += item.text;
    end = item.x + item.width;
  }
  return text;
}
