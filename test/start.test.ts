import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { findRunning } from '#platform/postgres/processes.ts';
import { socketUrl } from '#platform/postgres/server.ts';
import { testDatabase } from './support/database.ts';
import {
  findProcess,
  processesOf,
  runCommand,
  runShop,
  type StartedShop,
  startShop,
  temporaryFolder,
  waitFor,
} from './support/processes.ts';
import { makeBranches } from './support/shop.ts';

const dataDir = await temporaryFolder();
const cluster = join(dataDir, 'postgres');
let shop: StartedShop | null = null;

/**
 * A start takes seconds, so a test that leaves the shop whole leaves it to the next one; `stop` comes before those that
 * need a start of their own.
 */
async function running(): Promise<StartedShop> {
  shop ??= await startShop(dataDir);
  return shop;
}

async function stop(): Promise<void> {
  shop?.launcher.kill('SIGTERM');
  await shop?.exited;
  shop = null;
}

// After a failure nothing is known of what still runs.
afterEach(({ task }) => (task.result?.state === 'fail' ? stop() : undefined));
afterAll(async () => {
  await stop();
  expect(processesOf(dataDir)).toEqual([]);
});

const victims = [
  ['web', 'src/server.ts'],
  ['worker', 'src/worker.ts'],
  ['PostgreSQL', 'bin/postgres'],
  ['the guard of PostgreSQL', 'postgres/guard.ts'],
] as const;

test.each(victims)(
  '%s killed with -9 is started again and nothing is lost',
  async (_name, words) => {
    await running();
    await remember(words);
    const killed = words === 'bin/postgres' ? postmaster() : findProcess(dataDir, words);
    process.kill(killed, 'SIGKILL');
    await waitFor(() => !processesOf(dataDir).some(({ pid }) => pid === killed));
    await waitFor(() => everythingRuns());
    await waitFor(async () => (await ask('/readyz')) === 200);
    expect(await remembered(words)).toBe(true);
  },
  60_000,
);

test('a guard killed while PostgreSQL is being started again does not end the shop', async () => {
  const { launcher } = await running();
  await remember('a second death');
  const former = findProcess(dataDir, 'postgres/guard.ts');
  process.kill(postmaster(), 'SIGKILL');
  const otherGuard = (...gone: number[]) =>
    processesOf(dataDir).find(({ pid, command }) => command.includes('postgres/guard.ts') && !gone.includes(pid));
  const next = await waitFor(() => otherGuard(former));
  process.kill(next.pid, 'SIGKILL');
  await waitFor(() => everythingRuns() && otherGuard(former, next.pid));
  await waitFor(async () => (await ask('/readyz')) === 200);
  expect(launcher.exitCode).toBe(null);
  expect(await remembered('a second death')).toBe(true);
});

test('the launcher killed with -9 leaves no process behind, and the next start finds the data', async () => {
  const { launcher } = await running();
  await remember('launcher');
  await makeBranchesOnce(); // for forms below: the next start reads them
  process.kill(launcher.pid ?? 0, 'SIGKILL');
  await waitFor(() => processesOf(dataDir).length === 0);
  shop = await startShop(dataDir);
  expect(await ask('/readyz')).toBe(200);
  expect(await remembered('launcher')).toBe(true);
});

test('every process killed with -9 at once does not stand in the way of the next start', async () => {
  await running();
  await remember('everything');
  for (const { pid } of processesOf(dataDir)) kill(pid);
  await waitFor(() => processesOf(dataDir).length === 0);
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true);
  shop = await startShop(dataDir);
  expect(await remembered('everything')).toBe(true);
});

test('a PostgreSQL whose launcher and guard were killed together is replaced by the next start', async () => {
  const { launcher } = await running();
  const orphan = postmaster();
  // Stopped first, so that neither of the two can act on the death of the other.
  const guard = findProcess(dataDir, 'postgres/guard.ts');
  process.kill(guard, 'SIGSTOP');
  process.kill(launcher.pid ?? 0, 'SIGKILL');
  process.kill(guard, 'SIGKILL');
  shop = await startShop(dataDir);
  expect(postmaster()).not.toBe(orphan);
  expect(await ask('/readyz')).toBe(200);
});

test('a left-over postmaster.pid with the number of a living stranger does not stop the start', async () => {
  await stop();
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n${cluster}\n\n\nready\n`);
  shop = await startShop(dataDir);
  expect(await ask('/readyz')).toBe(200);
});

test('a second start on the same DATA_DIR is refused with a sentence, the first goes on', async () => {
  await running();
  const second = await runShop(dataDir);
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('уже запущен') });
  expect(await ask('/readyz')).toBe(200);
});

test('a taken port is named and nothing is left running', async () => {
  const { port } = await running();
  const other = await temporaryFolder();
  const second = await runShop(other, { PORT: String(port) });
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining(`Порт ${port} занят`) });
  expect(processesOf(other)).toEqual([]);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s answers the request in flight, then ends every process',
  async (signal) => {
    await running();
    const { launcher, exited } = await openBranches();
    const asked = await beginRequest();
    asked.finish();
    const usual = await asked.answer;
    const { answer, finish } = await beginRequest();
    const idle = await keepIdleConnection();
    launcher.kill(signal);
    await waitFor(async () => (await ask('/healthz')) === 0);
    finish();
    expect(await answer).toEqual({ ...usual, connection: 'close' });
    expect(await exited).toBe(0);
    shop = null;
    await idle.closed;
    expect(processesOf(dataDir)).toEqual([]);
  },
  60_000,
);

test('[S7-34] /readyz answers 503 while the database is away, /healthz goes on answering', async () => {
  const launcher = (await running()).launcher.pid ?? 0;
  expect(await ask('/readyz')).toBe(200);
  process.kill(postmaster(), 'SIGSTOP');
  process.kill(launcher, 'SIGSTOP');
  try {
    for (const { pid, command } of processesOf(dataDir)) if (command.startsWith('postgres:')) kill(pid);
    kill(postmaster());
    await waitFor(async () => (await ask('/readyz')) === 503);
    expect(await ask('/healthz')).toBe(200);
  } finally {
    process.kill(launcher, 'SIGCONT');
  }
  await waitFor(async () => (await ask('/readyz')) === 200);
});

test('a command joins the running database, and starts it for itself when nothing runs', async () => {
  await running();
  const server = postmaster();
  expect(await runCommand(dataDir, ['migrate'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('уже обновлена'),
  });
  expect(postmaster()).toBe(server);
  await stop();
  expect(await runCommand(dataDir, ['migrate'])).toMatchObject({ code: 0 });
  expect(processesOf(dataDir)).toEqual([]);
});

test('with DATABASE_URL the same shop runs on that server, twice if wished, and loads nothing by itself', async () => {
  await stop();
  const folder = await temporaryFolder();
  const { db, url } = await testDatabase();
  const env = { DATABASE_URL: url, MAIN_DOMAIN: 'idd.localhost' };
  shop = await startShop(folder, env);
  expect(await ask('/readyz')).toBe(200);
  expect(await db.selectFrom('departments').select('id_1c').execute()).toEqual([]);
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  const second = await startShop(folder, env);
  expect(await ask('/readyz', second.port)).toBe(200);
  second.launcher.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(await runCommand(folder, ['migrate'], env)).toMatchObject({ code: 0 });
});

/** The status of a page, 0 when nobody listens. */
function ask(path: string, port = shop?.port ?? 0): Promise<number> {
  return new Promise((resolve) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', () => resolve(0));
  });
}

/** A form that has begun to arrive and not ended: the server is in the middle of it. */
async function beginRequest() {
  const sent = request({
    port: shop?.port,
    host: '127.0.0.1',
    path: '/',
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { host: 'shop.example', 'content-type': 'application/x-www-form-urlencoded', 'content-length': 4 },
  });
  const answer = new Promise<{ status: number; connection: string | undefined; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, connection: headers.connection, text: await text(response) });
    });
  });
  sent.write('a=');
  await waitFor(() => sent.socket?.bytesWritten);
  // The server has begun with it when it answers one that came later.
  expect(await ask('/healthz')).toBe(200);
  return { answer, finish: () => sent.end('b&') };
}

function keepIdleConnection(): Promise<{ closed: Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve) => {
    get({ port: shop?.port, host: '127.0.0.1', path: '/healthz', agent }, (response) => {
      response.resume();
      resolve({ closed: new Promise((settle) => response.socket.once('close', settle)) });
    });
  });
}

/** Vologda at the main domain, so that a form has a page to arrive at. */
async function openBranches(): Promise<StartedShop> {
  if (await makeBranchesOnce()) await stop(); // its web process knows none
  return running();
}

/** Whether there were none. */
async function makeBranchesOnce(): Promise<boolean> {
  const db = openDatabase(socketUrl(cluster));
  const branch = await db.selectFrom('departments').select('id_1c').executeTakeFirst();
  if (!branch) await makeBranches(db);
  await db.destroy();
  return !branch;
}

function everythingRuns(): boolean {
  const commands = processesOf(dataDir).map(({ command }) => command);
  return victims.every(([, words]) => commands.some((command) => command.includes(words)));
}

function postmaster(): number {
  return findRunning(cluster)?.pid ?? 0;
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended with another one
  }
}

async function remember(what: string) {
  await query(`insert into settings (key, value) values ('${what}', 'true') on conflict do nothing`);
}

async function remembered(what: string): Promise<boolean> {
  return (await query(`select 1 from settings where key = '${what}'`)).rowCount === 1;
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: socketUrl(cluster) });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
