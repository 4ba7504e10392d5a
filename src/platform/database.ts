import { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import type { DB } from './database-types.ts';
import { hasSettings, SettingsDialect } from './request-settings.ts';

/** A pool or a transaction; always the first argument of a verb or query. */
export type Db = Kysely<DB>;

/** The pool itself, for who needs a connection of its own. */
export type Database = Db & { pool: pg.Pool };

const maxSafeInteger = BigInt(Number.MAX_SAFE_INTEGER);

pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/**
 * Opens a pool on a PostgreSQL URL (`postgres://…`, or `postgres:///name?host=/socket/folder`).
 * int8 comes as number (beyond 2^53 throws), numeric as string, date as 'YYYY-MM-DD', timestamptz as Date.
 */
export function openDatabase(url: string, options: { max?: number; applicationName?: string } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'idd-shop',
    idleTimeoutMillis: 30_000,
    Client: PreparingClient,
    // The catalogue lies in memory: an index is nearly as cheap as a scan there, and compiling a plan costs more than it saves.
    options: '-c jit=off -c random_page_cost=1.1',
  });
  pool.on('error', () => {}); // an idle connection that died is replaced by the next query; the query itself reports faults
  // A connection lost while in use says so twice: its query fails, and an event nobody hears would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new SettingsDialect({ pool }) });
  const database = Object.assign(db, { pool });
  databases.set(db.getExecutor().adapter, database);
  return database;
}

const databases = new WeakMap<object, Database>();

/** The database itself when what one has may be a transaction of it: for what must not see the transaction's own changes. */
export function databaseOf(db: Db): Database {
  const database = databases.get(db.getExecutor().adapter);
  if (!database) throw new Error('Not a database of openDatabase');
  return database;
}

const statementNames = new Map<string, string>();

/**
 * A hot statement, parsed and planned once per connection. `text` is constant SQL with $1… and explicit casts; `name` must be
 * unique in the program. Call what it returns with a pool or a transaction and the values.
 */
export function preparedStatement<Row>(name: string, text: string): (db: Db, values: unknown[]) => Promise<Row[]> {
  statementNames.set(text, name);
  return async (db, values) => {
    if (!('pool' in db) || hasSettings()) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
    // The same by hand: what Kysely does around a statement is half of the work of sending a short one.
    const client = await (db as Database).pool.connect();
    try {
      return (await client.query<Row & pg.QueryResultRow>({ name, text, values })).rows;
    } finally {
      client.release();
    }
  };
}

// Kysely hands pg a text and values only; pg prepares a statement when it is given a name.
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads and all but one pass through untouched
  override query(text: any, ...rest: any[]): any {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
    const passed = name ? [{ name, text, values: rest[0] }] : [text, ...rest];
    return (super.query as (...args: unknown[]) => unknown).apply(this, passed);
  }
}

function parseInt8(value: string): number {
  const parsed = BigInt(value);
  if (parsed > maxSafeInteger || parsed < -maxSafeInteger) throw new RangeError(`int8 ${value} is beyond 2^53`);
  return Number(parsed);
}
