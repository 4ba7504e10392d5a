export type CopyValue = string | number | bigint | boolean | null;

/** jsonb columns take JSON text, arrays PostgreSQL's array text. */
export function linesOf(rows: CopyValue[][]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let piece = '';
  for (const row of rows) {
    piece += copyLine(row);
    if (piece.length > 1 << 18) {
      pieces.push(Buffer.from(piece));
      piece = '';
    }
  }
  if (piece) pieces.push(Buffer.from(piece));
  return pieces;
}

/** One line of COPY's text form, its end included. */
export function copyLine(row: CopyValue[]): string {
  return `${row.map(copyText).join('\t')}\n`;
}

const special = /[\\\n\r\t\0]/;

function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return value === true ? 't' : value === false ? 'f' : String(value);
  if (!special.test(value)) return value;
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\0', '');
}

/** ['a', 'b'] → PostgreSQL's array text. */
export function arrayText(values: (string | number | boolean | null)[]): string {
  const text = (value: string | number | boolean | null) =>
    typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : (value ?? 'null');
  return `{${values.map(text).join(',')}}`;
}
