import writeXlsxFile, { type SheetData } from 'write-excel-file/node';

/** Numbers stay numbers; everything else is text, whatever it begins with. */
export type Cell = string | number | null;

export type TableFile = { bytes: Buffer; type: string; extension: 'xlsx' | 'csv' };

/** A table as a spreadsheet. Text that looks like a formula is text. */
export async function xlsxTable(head: string[], rows: Cell[][], widths: number[]): Promise<TableFile> {
  const data: SheetData = [
    head.map((value) => ({ value, fontWeight: 'bold' as const })),
    ...rows.map((row) =>
      row.map((value) => {
        if (value === null) return null;
        return typeof value === 'number' ? { value, type: Number } : { value, type: String };
      }),
    ),
  ];
  const columns = widths.map((width) => ({ width }));
  const bytes = Buffer.from(await writeXlsxFile(data, { columns, stickyRowsCount: 1 }).toBuffer());
  return { bytes, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' };
}

/** The same as CSV: semicolons and a byte order mark, as Excel reads it in Russian; formulas are made text by `'`. */
export function csvTable(head: string[], rows: Cell[][]): TableFile {
  const text = [head, ...rows].map(csvRow).join('\r\n');
  return { bytes: Buffer.from(`\uFEFF${text}\r\n`), type: 'text/csv; charset=utf-8', extension: 'csv' };
}

export function csvRow(row: Cell[]): string {
  return row.map(csvCell).join(';');
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
