import pg from 'pg';
import { type DatabaseAddress, type DatabaseHost, isWanted, readDatabaseAddress, urlTo } from './database-address.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createLoadingCache } from './loading-cache.ts';

/**
 * How long a connection is waited for: a server that lives answers in milliseconds, one that is far away in a second.
 */
const connectMs = 5_000;
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
 * What every connection has: one that the network has dropped without a word is found by TCP's keep-alive in 15 s at
 * most.
 */
export const connectionDefaults = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  connectionTimeoutMillis: connectMs,
} satisfies pg.ClientConfig;

/**
 * Opens a connection of its own, for who may not share one: of several servers to the wanted one. Close it with
 * `end()`. Throws DatabaseAddressError.
 */
export async function connectDatabase(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const connectionString = await findServer(url);
  const client = new pg.Client({ ...connectionDefaults, ...config, connectionString });
  client.on('error', () => {}); // a connection that is lost between statements is reported by the next one
  await client.connect();
  return client;
}

/** Whether an address must be asked which of its servers is the wanted one. */
export function hasChoice({ hosts, wanted }: DatabaseAddress): boolean {
  return hosts.length > 1 || wanted !== 'any';
}

/**
 * The address of the wanted server alone, as pg understands it. Several are all asked at once, since one that is away
 * may answer nothing at all.
 */
export async function findServer(url: string): Promise<string> {
  const address = readDatabaseAddress(url);
  if (!hasChoice(address)) return address.url;
  const load = async () => urlTo(address, await askAll(address));
  return servers.get(url) ?? servers.load(url, load);
}

const servers = createLoadingCache<string>({
  name: 'database_servers',
  max: 10,
  freshMs: knownForMs,
  retryMs: knownForMs,
  // Where the wanted server was before is no help when none answers.
  isOutage: () => false,
});

async function askAll({ url, hosts, wanted }: DatabaseAddress): Promise<DatabaseHost> {
  const asked = hosts.map(async (host) => {
    if (await probe(urlTo({ url }, host), wanted)) return host;
    throw new NoServer(`${host.host}:${host.port} не тот сервер, который нужен (${wanted})`);
  });
  const answers = await Promise.any(asked).catch((none: AggregateError) => none);
  if (!(answers instanceof AggregateError)) return answers;
  if (wanted === 'prefer-standby') return askAll({ url, hosts, wanted: 'any' });
  // A wrong password is said as it is.
  const fault = answers.errors.find((error) => !isDatabaseUnavailable(error));
  throw fault ?? new NoServer(answers.errors.map((error: Error) => error.message).join('; '), { cause: answers });
}

async function probe(connectionString: string, wanted: DatabaseAddress['wanted']): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: 'idd-shop look',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await isWanted(client, wanted);
  } finally {
    void client.end();
  }
}
