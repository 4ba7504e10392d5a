import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Db } from '#platform/database.ts';
import { connectDatabase } from '#platform/database-servers.ts';
import type { DB } from '#platform/database-types.ts';
import { ensure } from '#shared/ensure.ts';
import { type CopyValue, linesOf } from './copy-text.ts';
import { FileRefusal } from './file-refusal.ts';

/**
 * One PostgreSQL session that takes its work in the order in which it is told; who tells it need not wait for answers
 * in between. Temporary tables and the transaction are the same for all.
 */
export type Connection = {
  /** The same session for verbs that take `db`: they run inside its transaction. */
  db: Db;
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** COPY into `target` ('table (column, …)'). */
  copy(target: string, rows: CopyValue[][]): Promise<void>;
  /** COPY of lines that are ready already, in pieces that end with a line. */
  copyPieces(target: string, pieces: Uint8Array[]): Promise<void>;
  /** The rows of a query go by COPY into a table of another connection: there they outlive this transaction. */
  copyTo(select: string, other: Connection, table: string): Promise<void>;
  /** COPY into `target` of whatever `fill` writes. */
  copyStream(target: string, fill: (into: Writable) => Promise<void>): Promise<void>;
  end(): Promise<void>;
};

export async function openConnection(url: string): Promise<Connection> {
  const client = await connectDatabase(url, { application_name: 'idd-shop 1C' });
  // What is staged of a large package (220 MB for 100,000 goods) is read several times; by default all of it but 8 MB
  // goes through files.
  await client.query(`set temp_buffers = '256MB'`);
  let failure: Error | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Begins when what was told before is over, however that ended. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work).catch((error: Error & { code?: string }) => {
      // The last failure counts: a transaction may have gone back to a savepoint since. An earlier one broke the
      // transaction and says why.
      if (error.code === '25P02') throw failure ?? error;
      failure = error;
      throw error;
    });
    last = result.catch(() => {}); // whoever asked gets its failure, maybe late: until then it must not end the process
    return result;
  }

  const query: Connection['query'] = (text, values) => inTurn(() => client.query(text, values));
  const copyLines = (target: string, pieces: Uint8Array[]) => inTurn(() => copyPieces(client, target, pieces));
  return {
    db: kyselyOver(query),
    query,
    copy: (target, rows) => copyLines(target, linesOf(rows)),
    copyPieces: copyLines,
    copyTo: (select, other, table) =>
      inTurn(() => other.copyStream(table, (into) => pipeline(client.query(to(`copy (${select}) to stdout`)), into))),
    copyStream: (target, fill) => inTurn(() => fill(client.query(from(`copy ${target} from stdin`)))),
    end: () => client.end(),
  };
}

function kyselyOver(query: Connection['query']): Db {
  // The session outlives each statement, and is never given back.
  const session = { query, release() {} } as unknown as PostgresPoolClient;
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => session, end: async () => {} } }),
  });
}

/**
 * COPY into `target` ('table (column, …)') over the client's own connection, of lines in the text form that `copyLine`
 * makes; several times faster than inserts.
 */
async function copyPieces(client: pg.Client, target: string, pieces: Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  const bytes = pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  await pipeline(Readable.from(bytes), client.query(from(`copy ${target} from stdin`)));
}

/**
 * Where the work is done: the address of the database, or that with `note`, which writes down in the same transaction
 * what has come of it, just before it ends; `waits`: for whatever else writes now.
 */
export type Place = string | { url: string; waits: boolean; note: (db: Db, result: unknown) => Promise<unknown> };

/**
 * One transaction on a connection of its own, one at a time in the whole shop: a second one waits (`waits`) or is
 * refused. Throwing rolls back; so does `isRehearsal`, which tells what would come of it.
 */
export async function inTransaction<T>(
  place: Place,
  work: (client: Connection) => Promise<T>,
  { waits = false, isRehearsal = false } = {},
): Promise<T> {
  const { url, note, ...given } = typeof place === 'string' ? { url: place, waits: false, note: null } : place;
  const client = await openConnection(url);
  try {
    await client.query('begin');
    if (waits || given.waits) await client.query(`select pg_advisory_xact_lock(${lockKey})`);
    else {
      const lock = await client.query<{ is_taken: boolean }>(
        `select pg_try_advisory_xact_lock(${lockKey}) as is_taken`,
      );
      if (!ensure(lock.rows[0]).is_taken) throw new FileRefusal('', null, 'другой обмен с 1С ещё идёт');
    }
    const result = await work(client);
    if (isRehearsal) return result;
    await note?.(client.db, result);
    await client.query('commit');
    return result;
  } finally {
    await client.end(); // what was not committed is rolled back with the connection
  }
}

/** Reads as of one moment on a connection of its own; waits for no import, and none waits for it. */
export async function inReading<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await openConnection(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Held by whatever works on the goods by what 1C sent. */
export const lockKey = `hashtext('idd-shop 1C')`;
