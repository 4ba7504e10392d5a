import pg from 'pg';
import { type CopyValue, copyPieces, linesOf } from './copy-rows.ts';

/**
 * One PostgreSQL session that takes its work in turn: reading ahead may be asked for while a write is still on its way, and temporary
 * tables and the transaction are the same for both.
 */
export type Connection = {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** COPY into `target` ('table (column, …)'). */
  copy(target: string, rows: CopyValue[][]): Promise<void>;
  /** COPY of lines that are ready already, in pieces that end with a line. */
  copyPieces(target: string, pieces: Uint8Array[]): Promise<void>;
  end(): Promise<void>;
};

export async function openConnection(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url, application_name: 'idd-shop 1C' });
  client.on('error', () => {}); // a connection that is cut between queries is reported by the next query
  await client.connect();
  // What is staged of a large package (220 MB for 100,000 goods) is read several times; by default all of it but 8 MB goes through files.
  await client.query(`set temp_buffers = '256MB'`);
  let last: Promise<unknown> = Promise.resolve();
  let failure: Error | null = null;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work).catch((error: Error & { code?: string }) => {
      if (error.code === '25P02' && failure) throw failure; // an earlier one broke the transaction: that one says why
      failure = error;
      throw error;
    });
    last = turn.catch(() => {}); // whoever asked hears of it; the next in turn goes on
    return turn;
  };
  return {
    query: (text, values) => inTurn(() => client.query(text, values)),
    copy(target, rows) {
      // Written out now, while the database is still at what was asked before.
      const pieces = linesOf(rows);
      return inTurn(() => copyPieces(client, target, pieces));
    },
    copyPieces: (target, pieces) => inTurn(() => copyPieces(client, target, pieces)),
    end: () => client.end(),
  };
}
