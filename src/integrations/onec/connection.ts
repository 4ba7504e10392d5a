import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { connectDatabase } from '#platform/database-client.ts';
import { type CopyValue, copyPieces, linesOf } from './copy-rows.ts';

/**
 * One PostgreSQL session that takes its work in the order in which it is told, without waiting for answers in between: what is asked while a write
 * is still on its way stands in the database's own queue. Temporary tables and the transaction are the same for all.
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
  const client = await connectDatabase(url, { application_name: 'idd-shop 1C', pipeline: true });
  // What is staged of a large package (220 MB for 100,000 goods) is read several times; by default all of it but 8 MB goes through files.
  await client.query(`set temp_buffers = '256MB'`);
  let failure: Error | null = null;
  const watched = <T>(answer: Promise<T>): Promise<T> => {
    const told = answer.catch(async (error: Error & { code?: string }) => {
      if (error.code !== '25P02') {
        failure = error; // the last one: a transaction may have gone back to a savepoint since
        throw error;
      }
      // An earlier one broke the transaction and says why; both may have come in one piece.
      await breathe();
      throw failure ?? error;
    });
    told.catch(() => {}); // whoever asked hears of it, perhaps later: until then it must not end the process
    return told;
  };
  return {
    query: (text, values) => watched(client.query(text, values)),
    copy: (target, rows) => watched(copyPieces(client, target, linesOf(rows))),
    copyPieces: (target, pieces) => watched(copyPieces(client, target, pieces)),
    end: () => client.end(),
  };
}
