import type pg from 'pg';

export type CopyValue = string | number | bigint | boolean | null;

/**
 * COPY into `target` ('table (column, …)') over the client's own connection; several times faster than inserts. Rows are in
 * memory already, so they go out in one piece. jsonb columns take JSON text, arrays PostgreSQL's array text.
 */
export function copyRows(client: pg.Client, target: string, rows: CopyValue[][]): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  return new Promise((done, fail) => {
    client.query(new CopyFrom(`copy ${target} from stdin`, rows, (error) => (error ? fail(error) : done())));
  });
}

/** What pg calls while a COPY runs; the names are pg's (see its lib/query.js). */
type CopyConnection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
};

class CopyFrom {
  text: string;
  rows: CopyValue[][];
  done: (error: Error | null) => void;
  failure: Error | null = null;

  constructor(text: string, rows: CopyValue[][], done: (error: Error | null) => void) {
    this.text = text;
    this.rows = rows;
    this.done = done;
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    let piece = '';
    for (const row of this.rows) {
      for (let i = 0; i < row.length; i++) piece += (i === 0 ? '' : '\t') + copyText(row[i]!);
      piece += '\n';
      if (piece.length > 1 << 18) {
        connection.sendCopyFromChunk(Buffer.from(piece));
        piece = '';
      }
    }
    if (piece) connection.sendCopyFromChunk(Buffer.from(piece));
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.done(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done(null);
  }
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
export function arrayText(values: (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
