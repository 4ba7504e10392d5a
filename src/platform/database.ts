import { CompiledQuery, Kysely, PostgresIntrospector } from 'kysely';
import pg from 'pg';
import { DatabasePool, statementNames } from './database-pool.ts';
import { connectionDefaults, findServer } from './database-servers.ts';
import type { DB } from './database-types.ts';
import { hasSettings, SettingsDialect } from './request-settings.ts';

/** A pool or a transaction; always the first argument of a verb or query. */
export type Db = Kysely<DB>;

/** The pool itself, for who needs a connection of its own. */
export type Database = Db & { pool: DatabasePool };

const maxSafeInteger = BigInt(Number.MAX_SAFE_INTEGER);

pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/**
 * How long a process of this kind waits for the database, in milliseconds; 0: for ever. `statement` is the server's
 * limit for one statement, waiting for locks included; `answer` ours for its answer, a little longer, so that it is
 * passed on a connection that has died in silence only. `idle` ends a transaction in which nothing is asked any more.
 */
const patience = {
  /**
   * Somebody waits. An import holds rows of stock for seconds (decision 330); twice as long is no answer but a fault.
   */
  web: { statement: 10_000, answer: 11_000, idle: 30_000 },
  /** The largest statements of jobs (clean-up, emails to subscribers) take seconds at a million goods. */
  worker: { statement: 120_000, answer: 125_000, idle: 120_000 },
  /** The queue's own statements are short. */
  queue: { statement: 10_000, answer: 11_000, idle: 30_000 },
  /** Commands, imports, readings of everything, benchmarks and tests take what they need. */
  tool: { statement: 0, answer: 0, idle: 0 },
} as const;

export type DatabaseOptions = {
  /** Most connections at once. */
  max?: number;
  applicationName?: string;
  role?: keyof typeof patience;
};

/**
 * Opens a pool on a PostgreSQL URL (`postgres://…`, `postgres:///name?host=/socket/folder`, several hosts:
 * database-address.ts). int8 comes as number (beyond 2^53 throws), numeric as string, date as 'YYYY-MM-DD', timestamptz
 * as Date. Throws DatabaseAddressError.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new DatabasePool(url, settingsOf(options));
  const dialect = new OwnDialect({ pool });
  const database = Object.assign(new Kysely<DB>({ dialect }), { pool });
  dialect.database = database;
  return database;
}

/**
 * A pool of pg's own, which graphile-worker wants: to the server that is wanted now, and to no other. One whose
 * connections fail is to be ended and opened again. Throws when the wanted server is not found.
 */
export async function openPlainPool(
  url: string,
  options: DatabaseOptions,
  config: Pick<pg.PoolConfig, 'lock_timeout'> = {},
): Promise<pg.Pool> {
  const connectionString = await findServer(url);
  const pool = new pg.Pool({ ...connectionDefaults, ...settingsOf(options), ...config, connectionString });
  pool.on('error', () => {}); // the query that needs the connection reports faults
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function settingsOf({ role = 'tool', max = 10, applicationName = 'idd-shop' }: DatabaseOptions): pg.PoolConfig {
  const { statement, answer, idle } = patience[role];
  return {
    max,
    application_name: applicationName,
    idleTimeoutMillis: 30_000,
    ...(statement > 0 && { statement_timeout: statement, query_timeout: answer }),
    ...(idle > 0 && { idle_in_transaction_session_timeout: idle }),
    // The catalogue lies in memory: an index is nearly as cheap as a scan there, and compiling a plan costs more than
    // it saves.
    options: '-c jit=off -c random_page_cost=1.1',
  };
}

/** Transactions share the dialect of their database, and what it makes: its introspector leads back from them. */
class OwnDialect extends SettingsDialect {
  database: Database | null = null;

  override createIntrospector(db: Kysely<unknown>): OwnIntrospector {
    return new OwnIntrospector(db, this.database);
  }
}

class OwnIntrospector extends PostgresIntrospector {
  readonly database: Database | null;

  constructor(db: Kysely<unknown>, database: Database | null) {
    super(db);
    this.database = database;
  }
}

/**
 * The database itself when what one has may be a transaction of it: for what must not see the transaction's own
 * changes.
 */
export function databaseOf(db: Db): Database {
  if ('pool' in db) return db as Database;
  const { introspection } = db;
  if (!(introspection instanceof OwnIntrospector && introspection.database))
    throw new Error('Not a database of openDatabase');
  return introspection.database;
}

/**
 * A hot statement, parsed and planned once per connection. `text` is constant SQL with $1… and explicit casts; `name`
 * must be unique in the program. Call what it returns with a pool or a transaction and the values.
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

function parseInt8(value: string): number {
  const parsed = BigInt(value);
  if (parsed > maxSafeInteger || parsed < -maxSafeInteger) throw new RangeError(`int8 ${value} is beyond 2^53`);
  return Number(parsed);
}
