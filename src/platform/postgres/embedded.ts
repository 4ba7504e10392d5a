import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Place, preparePlace } from './place.ts';
import { findRunning, stopServer } from './processes.ts';
import { type Server, socketUrl, startServer } from './server.ts';
import { unlessStarting } from './start-lock.ts';

/** The shop's own database, started by this process or joined. */
export type Embedded = {
  url: string;
  place: Place;
  /** The server when this process started it; null when it joined one that runs. */
  server: Server | null;
  /** Lets go of the server; stops it if it was started here. */
  close(): Promise<void>;
};

/** The data folder is in use by another process; the message is a Russian sentence. */
export class DataFolderBusy extends Error {}

/**
 * 'shop': the launcher of `npm start`, which must be alone with its DATA_DIR. 'command': joins what runs, or starts the
 * server for as long as it needs it and then waits for others that joined meanwhile.
 */
export type Role = 'shop' | 'command';

// Session locks in the shop's database say who works with it; PostgreSQL drops them when a process dies, however it
// dies.
const shopLock = `hashtext('idd-shop: npm start')`;
const commandLock = `hashtext('idd-shop: command')`;

/** Starts or joins the embedded server of DATA_DIR. Throws DataFolderBusy when the role cannot be had. */
export async function openEmbedded(dataDir: string, role: Role): Promise<Embedded> {
  const place = await preparePlace(dataDir);
  // Another process may be starting or stopping this very moment: look again until the picture is clear.
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const running = findRunning(place.cluster);
    if (running?.isGuarded) {
      const joined = running.isReady && (await join(socketUrl(running.socketFolder), place, role));
      if (joined) return joined;
    } else {
      const server = await unlessStarting(place.cluster, () => startAlone(place));
      if (server) return own(server, place, role);
    }
  }
  throw new DataFolderBusy(`База данных в ${place.cluster} занята другим процессом и не отвечает.`);
}

/** Null when somebody else was faster. */
async function startAlone(place: Place): Promise<Server | null> {
  const running = findRunning(place.cluster);
  if (running?.isGuarded) return null;
  if (running) await stopServer(running.pid);
  return startServer(place);
}

async function own(server: Server, place: Place, role: Role): Promise<Embedded> {
  const lock = await takeLock(server.url, role).catch(async (error: unknown) => {
    await server.stop('fast');
    throw error;
  });
  return {
    url: server.url,
    place,
    server,
    async close() {
      await lock.end().catch(() => {});
      await server.stop(role === 'shop' ? 'fast' : 'smart');
    },
  };
}

async function takeLock(url: string, role: Role): Promise<pg.Client> {
  const lock = await connect(url);
  await lock.query(
    role === 'shop' ? `select pg_advisory_lock(${shopLock})` : `select pg_advisory_lock_shared(${commandLock})`,
  );
  return lock;
}

/** Null when the server's owner is just coming or going. */
async function join(url: string, place: Place, role: Role): Promise<Embedded | null> {
  const lock = await connect(url).catch(() => null);
  if (!lock) return null;
  try {
    const { rows } = await lock.query<{ shop: boolean; command: boolean }>(`
      select
        exists (select from pg_locks where locktype = 'advisory' and granted and database = d.oid
          and objid = ${shopLock}::bit(32)::bigint::oid) as shop,
        exists (select from pg_locks where locktype = 'advisory' and granted and database = d.oid
          and objid = ${commandLock}::bit(32)::bigint::oid) as command
      from pg_database d where datname = current_database()`);
    const { shop, command } = rows[0] ?? { shop: false, command: false };
    if (role === 'shop' && shop)
      throw new DataFolderBusy(
        `Магазин на папке данных ${place.cluster} уже запущен. Остановите его или укажите другую DATA_DIR.`,
      );
    if (role === 'shop' && command)
      throw new DataFolderBusy(`С папкой данных ${place.cluster} сейчас работает команда. Дождитесь её окончания.`);
    if (role === 'shop' || (!shop && !command)) {
      await lock.end();
      return null;
    }
    await lock.query(`select pg_advisory_lock_shared(${commandLock})`);
    return { url, place, server: null, close: () => lock.end().catch(() => {}) };
  } catch (error) {
    await lock.end().catch(() => {});
    if (error instanceof DataFolderBusy) throw error;
    return null;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'idd-shop lock', keepAlive: true });
  client.on('error', () => {}); // the server went away; whoever uses it notices
  await client.connect();
  return client;
}
