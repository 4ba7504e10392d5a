import { ensure } from './ensure.ts';

/** A quoted cell may go on over so many lines; a stray quote spoils no more. */
const mostLines = 20;

/**
 * Text of a table → rows of trimmed cells. Quotes as in CSV (RFC 4180), line breaks inside them included. `separator`:
 * what parts the cells.
 */
export function tableRows(text: string, separator: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/);
  const rows: string[][] = [];
  for (let at = 0; at < lines.length; at++) {
    let line = ensure(lines[at]);
    let end = at;
    while (isOpen(line) && end + 1 < lines.length && end - at < mostLines) line += `\n${lines[++end]}`;
    // A quote that nothing closes is a sign like any other: 1/2".
    if (isOpen(line)) line = ensure(lines[at]);
    else at = end;
    rows.push(splitRow(line, separator));
  }
  return rows;
}

function isOpen(line: string): boolean {
  return (line.split('"').length - 1) % 2 === 1;
}

/** Cells of one row, trimmed. */
export function splitRow(row: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < row.length; at++) {
    const sign = ensure(row[at]);
    if (sign === '"' && isQuoted && row[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  if (isQuoted && separator !== '\t') return row.split(separator).map((part) => part.trim());
  return [...cells, cell.trim()];
}
