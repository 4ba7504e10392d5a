import { appendFileSync } from 'node:fs';

/** One line of a measurement: what was done, then its figures under their own names. */
export type Row = { what: string; [figure: string]: unknown };

/**
 * Prints the rows of one measurement; when the common table runs it (BENCH_ROWS names a file), they are left there as
 * well, a JSON line each.
 */
export function report(rows: Row[]): void {
  console.table(rows);
  const file = process.env.BENCH_ROWS;
  if (file) appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
