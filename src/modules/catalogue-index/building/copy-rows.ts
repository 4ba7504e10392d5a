import type pg from 'pg';
import { to } from 'pg-copy-streams';

/**
 * The fields of one row of a binary COPY; those not asked for cost nothing. Fields are asked for by their place, from
 * 0.
 */
class CopiedRow {
  bytes: Buffer = Buffer.alloc(0);
  /** Where each field's content begins, and its length; −1 = null. */
  readonly starts: number[] = [];
  readonly lengths: number[] = [];

  isNull(field: number): boolean {
    return this.lengths[field] === -1;
  }

  /** int4; null is 0. */
  int(field: number): number {
    return this.lengths[field] === -1 ? 0 : this.bytes.readInt32BE(this.starts[field]);
  }

  /** text as UTF-8; the bytes are good until the next row. */
  text(field: number): Buffer | null {
    const start = this.starts[field] ?? 0;
    const length = this.lengths[field] ?? -1;
    return length === -1 ? null : this.bytes.subarray(start, start + length);
  }

  /** int4[] without nulls. */
  forEachInt(field: number, take: (value: number) => void): void {
    const start = this.starts[field] ?? 0;
    if ((this.lengths[field] ?? -1) <= 12) return;
    const count = this.bytes.readInt32BE(start + 12);
    for (let at = 0; at < count; at++) take(this.bytes.readInt32BE(start + 20 + at * 8 + 4));
  }
}

/** 'PGCOPY\n\377\r\n\0', flags and the length of an extension that nobody sends. */
const headerBytes = 19;

/** Reads a query by COPY in PostgreSQL's binary form and hands over its rows one by one; the same object each time. */
export async function copyRows(
  client: Pick<pg.ClientBase, 'query'>,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const stream = client.query(to(`copy (${query}) to stdout (format binary)`));
  const row = new CopiedRow();
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    row.bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!isBegun) {
      if (row.bytes.length < headerBytes) {
        rest = row.bytes;
        continue;
      }
      at = headerBytes;
      isBegun = true;
    }
    for (let next = readRow(row, at); next !== -1; next = readRow(row, at)) {
      at = next;
      take(row);
    }
    rest = row.bytes.subarray(at);
  }
}

/** Where the row that begins at `at` ends; −1 when it is not whole yet, or the trailer. */
function readRow(row: CopiedRow, at: number): number {
  const { bytes, starts, lengths } = row;
  if (at + 2 > bytes.length) return -1;
  const fields = bytes.readInt16BE(at);
  let next = at + 2;
  for (let field = 0; field < fields; field++) {
    if (next + 4 > bytes.length) return -1;
    const length = bytes.readInt32BE(next);
    starts[field] = next + 4;
    lengths[field] = length;
    next += 4 + (length === -1 ? 0 : length);
  }
  return fields === -1 || next > bytes.length ? -1 : next;
}
