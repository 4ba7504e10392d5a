import pg from 'pg';
import { type DatabaseAddress, type DatabaseHost, isWanted, readDatabaseAddress } from './database-address.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** How long a connection is waited for: a server that lives answers in milliseconds, one that is far away in a second. */
export const connectMs = 5_000;
/** How long one of several servers is asked whether it is the wanted one. */
const probeMs = 2_000;
/** Connections opened together ask once. */
const knownForMs = 1_000;

/** None of the servers in the address is there and is the wanted one; the last failure is the cause. */
class NoServer extends Error {
  /** For isDatabaseUnavailable: what the operating system says of a server that is not there. */
  readonly code = 'ECONNREFUSED';
}

/**
 * One connection to DATABASE_URL. Of several servers it takes the wanted one, looked for each time it connects; what the network has dropped without a
 * word is found by TCP's keep-alive in 15 s at most, and a connection on which an answer did not come in time is never used again.
 */
export class DatabaseClient extends pg.Client {
  /** When the server was last heard. */
  heardAt = 0;
  /** Called when an answer did not come in time. */
  onSilence: () => void = () => {};
  #address: DatabaseAddress;

  /** `connectionString` is needed; everything else is pg's. Throws DatabaseAddressError. */
  constructor(config: pg.ClientConfig = {}) {
    const address = readDatabaseAddress(config.connectionString ?? '');
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: connectMs,
      ...config,
      connectionString: address.url,
    });
    this.#address = address;
    this.once('connect', () => this.#hear());
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has two ways to be called, and both are passed through
  override connect(callback?: (error: any, client?: any) => void): any {
    if (this.#address.hosts.length === 1 && this.#address.wanted === 'any')
      return callback ? super.connect(callback) : super.connect();
    const connected = findServer(this.#address).then(({ host, port }) => {
      this.host = host;
      this.port = port;
      return super.connect();
    });
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads and all pass through untouched
  override query(text: any, ...rest: any[]): any {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
    const passed = name ? [{ name, text, values: rest[0] }] : [text, ...rest];
    const answer = (super.query as (...args: unknown[]) => unknown).apply(this, passed);
    if (answer instanceof Promise)
      answer.then(
        () => this.#hear(),
        (error: unknown) => (isDatabaseUnavailable(error) ? this.#doubt(error as Error) : this.#hear()),
      );
    return answer;
  }

  /** Ends the connection at once: the server, which may never say a word again, is not waited for. */
  cut(): void {
    // pg closes the socket of a connection that waits for an answer, and says goodbye on any other.
    (this.query('') as Promise<unknown>).catch(() => {});
    void this.end();
  }

  #hear(): void {
    this.heardAt = performance.now();
  }

  /** pg would use a connection again on which it has given up an answer, and take that answer, if it comes, for the next one. */
  #doubt(error: Error): void {
    const isSilent = error.message === 'Query read timeout';
    if (isSilent) this.onSilence();
    // A server that has become a standby meanwhile: the next connection looks for the wanted one.
    if (isSilent || (error as { code?: string }).code === '25006') void this.end();
  }
}

/** Statements that are parsed and planned once per connection, by their text: pg prepares a statement when it is given a name. */
export const statementNames = new Map<string, string>();

/** Opens a connection of its own, for who may not share one. Close it with `end()`. */
export async function connectDatabase(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new DatabaseClient({ ...config, connectionString: url });
  client.on('error', () => {}); // a connection that is lost between statements is reported by the next one
  await client.connect();
  return client;
}

type Found = { at: number; host: Promise<DatabaseHost> };
const found = new Map<string, Found>();

/** The wanted one of several servers: all are asked at once, since one that is away may answer nothing at all. */
function findServer(address: DatabaseAddress): Promise<DatabaseHost> {
  const key = JSON.stringify(address);
  const known = found.get(key);
  if (known && performance.now() - known.at < knownForMs) return known.host;
  const host = askAll(address);
  found.set(key, { at: performance.now(), host });
  host.catch(() => found.delete(key));
  return host;
}

async function askAll({ url, hosts, wanted }: DatabaseAddress): Promise<DatabaseHost> {
  const asked = hosts.map(async (host) => {
    if (await probe(url, host, wanted)) return host;
    throw new NoServer(`${host.host}:${host.port} не тот сервер, который нужен (${wanted})`);
  });
  const answers = await Promise.any(asked).catch((none: AggregateError) => none);
  if (!(answers instanceof AggregateError)) return answers;
  if (wanted === 'prefer-standby') return askAll({ url, hosts, wanted: 'any' });
  // A wrong password is said as it is.
  const fault = answers.errors.find((error) => !isDatabaseUnavailable(error));
  throw fault ?? new NoServer(answers.errors.map((error: Error) => error.message).join('; '), { cause: answers });
}

async function probe(url: string, { host, port }: DatabaseHost, wanted: DatabaseAddress['wanted']): Promise<boolean> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'idd-shop look' },
    ...{ connectionTimeoutMillis: probeMs, query_timeout: probeMs },
  });
  client.on('error', () => {});
  client.host = host;
  client.port = port;
  try {
    await client.connect();
    return await isWanted(client, wanted);
  } finally {
    void client.end();
  }
}
