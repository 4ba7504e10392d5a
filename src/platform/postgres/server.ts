import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Place } from './place.ts';
import { findRunning, stopLeftovers, stopServer } from './processes.ts';
import { serverSettings } from './settings.ts';

const databaseName = 'shop';

/** A server this process started and must stop. */
export type Server = {
  url: string;
  /** Resolves when the server is gone, whoever ended it. */
  gone: Promise<void>;
  /** 'fast' ends the sessions of others; 'smart' waits until they have left. */
  stop(manner: 'fast' | 'smart'): Promise<void>;
};

/** Starts the server of a place, making the cluster and the shop's database when they do not exist yet. */
export async function startServer(place: Place, { isDurable = true } = {}): Promise<Server> {
  await makeCluster(place);
  await clearAfterCrash(place);
  const socketFolder = await chooseSocketFolder(place);
  const guard = spawnGuard(place, socketFolder, isDurable);
  const gone = watch(guard, place);
  try {
    await waitUntilReady(guard, place);
    await makeDatabase(socketFolder);
  } catch (error) {
    // Nothing that runs stands in the way of the next try.
    guard.stdin?.end();
    await gone;
    throw error;
  }
  return {
    url: socketUrl(socketFolder),
    gone,
    async stop(manner) {
      if (manner === 'smart') guard.stdin?.write('smart\n');
      else guard.stdin?.end();
      await gone;
    },
  };
}

/** The URL of a database behind a private socket. */
export function socketUrl(socketFolder: string, name = databaseName): string {
  return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
}

async function makeCluster({ cluster, programs, account }: Place) {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (version !== '18') throw new Error(`База в ${cluster} создана PostgreSQL ${version}, а нужна 18.`);
    return;
  }
  // Under another name first: an interrupted initdb leaves nothing that looks like a database.
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);
  await promisify(execFile)(
    join(programs, 'bin/initdb'),
    [
      ...['--pgdata', unfinished, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'],
      ...['--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'ru-RU', '--no-instructions'],
    ],
    { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...(account ?? {}) },
  );
  await rename(unfinished, cluster);
}

/**
 * Takes away what a killed server left. PostgreSQL itself asks only whether a process of the noted number exists, which
 * a stranger or a dead process that nobody has collected yet answers too.
 */
async function clearAfterCrash({ cluster }: Place) {
  if (findRunning(cluster)) return;
  await stopLeftovers(cluster);
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(cluster, name), { force: true });
}

/** A unix socket's path may have about 107 bytes; the cluster folder itself is private already. */
async function chooseSocketFolder({ cluster, account }: Place): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432.lock')) < 100) return cluster;
  const folder = await mkdtemp(join(tmpdir(), 'idd-shop-'));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

function spawnGuard({ cluster, programs, account }: Place, socketFolder: string, isDurable: boolean): ChildProcess {
  const settings = serverSettings(socketFolder, isDurable).flatMap((setting) => ['-c', setting]);
  const temporaryFolder = socketFolder === cluster ? null : socketFolder;
  const orders = {
    program: join(programs, 'bin/postgres'),
    args: ['-D', cluster, ...settings],
    account,
    temporaryFolder,
  };
  return spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), JSON.stringify(orders)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH },
  });
}

/** Resolves when guard and server are gone; a server whose guard was killed is stopped here. */
async function watch(guard: ChildProcess, { cluster }: Place): Promise<void> {
  guard.stdin?.on('error', () => {}); // the guard ended first
  await new Promise((resolve) => guard.once('exit', resolve));
  const orphan = findRunning(cluster);
  if (orphan && !orphan.isGuarded) await stopServer(orphan.pid);
}

async function waitUntilReady(guard: ChildProcess, { cluster }: Place) {
  let output = '';
  guard.stderr?.on('data', (text) => {
    output = (output + text).slice(-4_000);
  });
  // Recovery after a crash of a large shop may take minutes; as long as the process lives there is reason to wait.
  while (guard.exitCode === null && guard.signalCode === null) {
    const running = findRunning(cluster);
    if (running?.isReady && running.isGuarded) return;
    await sleep(30);
  }
  await sleep(50); // the last words of stderr
  throw new Error(`Встроенная PostgreSQL не запустилась:\n${output.trim()}\n${await readLastLog(cluster)}`);
}

/** The end of the server's own log, where it writes once it has begun to start. */
async function readLastLog(cluster: string): Promise<string> {
  const folder = join(cluster, 'log');
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)[0];
  return newest ? (await readFile(join(folder, newest.name), 'utf8')).slice(-2_000).trim() : '';
}

async function makeDatabase(socketFolder: string) {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
