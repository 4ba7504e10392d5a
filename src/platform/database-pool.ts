import pg from 'pg';
import { perObject } from '#shared/per-object.ts';
import { readDatabaseAddress } from './database-address.ts';
import { connectionDefaults, findServer, hasChoice } from './database-servers.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** A connection that answered a moment ago is handed out as it is. */
const trustedForMs = 500;
/** The server answers an empty statement in a millisecond; a process that was busy itself reads the answer later. */
const checkMs = 1_500;

/**
 * Statements that are parsed and planned once per connection, by their text: pg prepares a statement when it is given a
 * name.
 */
export const statementNames = new Map<string, string>();

/** A connection as the pool hands it out: what is asked goes to pg, and what comes of it is noted. */
export type DatabaseConnection = Pick<pg.PoolClient, 'query' | 'release' | 'on' | 'off'>;

/**
 * A pool of pg that hands out no connections on which the server has fallen silent (a failover, a network that drops
 * them): one that was quiet is asked first, and after one silence all others that have not answered since are closed
 * unasked. Who comes then waits for `checkMs` at most. Of several servers each new connection goes to the wanted one.
 * Throws DatabaseAddressError.
 */
export class DatabasePool {
  readonly url: string;
  readonly #pool: pg.Pool;
  readonly #hasChoice: boolean;
  #server: string;
  #silentAt = 0;
  readonly #watched = perObject((client: pg.PoolClient) => new WatchedConnection(client, () => this.#noteSilence()));

  constructor(url: string, config: pg.PoolConfig) {
    const address = readDatabaseAddress(url);
    this.url = url;
    this.#hasChoice = hasChoice(address);
    this.#server = address.url;
    // pg's own client, opened to the server that is wanted at that moment.
    const Client = new Proxy(pg.Client, {
      construct: (Client, [given]: [pg.ClientConfig]) => new Client({ ...given, connectionString: this.#server }),
    });
    this.#pool = new pg.Pool({ ...connectionDefaults, ...config, Client });
    // an idle connection that died is replaced by the next query; the query itself reports faults
    this.#pool.on('error', () => {});
    // A connection lost while in use says so twice: its query fails, and an unhandled event would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** For Kysely. */
  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  async connect(): Promise<DatabaseConnection> {
    for (;;) {
      if (this.#hasChoice && this.#pool.idleCount === 0) this.#server = await findServer(this.url);
      const connection = this.#watched(await this.#pool.connect());
      const isSuspect = connection.lastAnswerAt <= this.#silentAt;
      if (!isSuspect && performance.now() - connection.lastAnswerAt < trustedForMs) return connection;
      if (!isSuspect && (await connection.answers())) return connection;
      connection.cut();
    }
  }

  /** One statement on a connection of its own. */
  // biome-ignore lint/suspicious/noExplicitAny: pg's own default
  async query<Row extends pg.QueryResultRow = any>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const connection = await this.connect();
    try {
      return await connection.query<Row>(statement, values);
    } finally {
      connection.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #noteSilence(): void {
    this.#silentAt = performance.now();
  }
}

class WatchedConnection implements DatabaseConnection {
  /** When the server answered last. */
  lastAnswerAt = performance.now();
  readonly query: pg.PoolClient['query'];
  readonly #client: pg.PoolClient;
  #isSpoilt = false;

  constructor(client: pg.PoolClient, noteSilence: () => void) {
    this.#client = client;
    // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads and all pass through untouched
    const query = (statement: any, ...rest: any[]) => {
      const name = typeof statement === 'string' ? statementNames.get(statement) : undefined;
      const answer: unknown = name
        ? client.query({ name, text: statement, values: rest[0] })
        : client.query(statement, ...rest);
      if (answer instanceof Promise)
        answer.then(
          () => this.#noteAnswer(),
          (error: Error) => this.#judge(error, noteSilence),
        );
      return answer;
    };
    this.query = query as pg.PoolClient['query'];
  }

  /** One that has failed is closed instead of being used again. */
  release(destroy?: Error | boolean): void {
    this.#client.release(destroy || this.#isSpoilt);
  }

  on: pg.PoolClient['on'] = (...given: unknown[]) => this.#client.on(...(given as Parameters<pg.PoolClient['on']>));
  off: pg.PoolClient['off'] = (...given) => this.#client.off(...given);

  /** Any failure closes this connection; a silence is noted for the others. */
  answers(): Promise<boolean> {
    return this.query({ text: '', query_timeout: checkMs } as pg.QueryConfig).then(
      () => true,
      () => false,
    );
  }

  /** Ends the connection at once: the server, which may never say a word again, is not waited for. */
  cut(): void {
    // pg closes the socket of a connection that waits for an answer, and says goodbye on any other.
    this.#client.query('').catch(() => {});
    this.#client.release(true);
  }

  #noteAnswer(): void {
    this.lastAnswerAt = performance.now();
  }

  /**
   * pg would use a connection again on which it has given up an answer, and take that answer, if it comes, for the next
   * one.
   */
  #judge(error: Error & { code?: string }, noteSilence: () => void): void {
    if (!isDatabaseUnavailable(error)) this.#noteAnswer();
    const isSilent = error.message === 'Query read timeout';
    if (isSilent) noteSilence();
    // A server that has become a standby meanwhile: the next connection looks for the wanted one.
    if (isSilent || error.code === '25006') this.#isSpoilt = true;
  }
}
