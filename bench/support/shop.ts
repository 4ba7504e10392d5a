import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#platform/migrate.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { processFlags, processMemory } from '#platform/process-flags.ts';
import { makeShop } from './make-shop.ts';
import { Wire } from './wire.ts';

export type Web = {
  port: number;
  pid: number;
  /** Resident megabytes. */
  memory(): number;
  stop(): Promise<void>;
};

export type BenchShop = Pick<Web, 'port' | 'pid' | 'memory' | 'stop'> & { host: string; url: string };

const host = 'idd.localhost';

/**
 * A web process over a shop of `products` goods, in a data folder of its own under BENCH_DATA (kept for the next run),
 * or over DATABASE_URL as it is. One process, production settings, no flood limit: the load comes from one address. A
 * measurement that the common table runs gets the table's own process (BENCH_SHOP) and does not stop it.
 */
export async function startShop({ products }: { products: number }): Promise<BenchShop> {
  if (process.env.BENCH_SHOP) return runningShop(JSON.parse(process.env.BENCH_SHOP));
  const dataDir = dataFolder(products);
  const embedded = process.env.DATABASE_URL ? null : await openEmbedded(dataDir, 'command');
  const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
  if (embedded) await makeOnce(url, products);
  else await migrate(url);
  const web = await startWeb(url, dataDir);
  return {
    port: web.port,
    pid: web.pid,
    host,
    url,
    memory: web.memory,
    async stop() {
      await web.stop();
      await embedded?.close();
    },
  };
}

/** What BENCH_SHOP tells a measurement about the process it is to measure. */
export function shopSetting({ port, pid }: Web, url: string): string {
  return JSON.stringify({ port, pid, url });
}

function runningShop({ port, pid, url }: { port: number; pid: number; url: string }): BenchShop {
  return { port, pid, host, url, memory: () => residentMegabytes(pid), stop: async () => {} };
}

/** One web process over the database behind `url`, with production settings; `env` overrides them. */
export async function startWeb(url: string, dataDir: string, env: Record<string, string> = {}): Promise<Web> {
  const child = fork('src/server.ts', {
    execArgv: processFlags,
    env: {
      ...processMemory,
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      FLOOD_PER_MINUTE: '1000000000',
      ...env,
    },
  });
  const port = await listening(child);
  const gone = new Promise((done) => child.once('exit', done));
  await ready(port);
  return {
    port,
    pid: child.pid ?? 0,
    memory: () => residentMegabytes(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Where the shop of so many goods lives: `var/bench-N` unless BENCH_DATA names another folder to hold them. */
export function dataFolder(products: number): string {
  return resolve(process.env.BENCH_DATA ?? 'var', `bench-${products}`);
}

export async function makeOnce(url: string, products: number): Promise<void> {
  await makeShop(url, { products, filesDir: `${dataFolder(products)}/files` }, (text) =>
    process.stderr.write(`\r${text}\x1b[K`),
  );
  process.stderr.write('\r\x1b[K');
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The web process ended with code ${code}`)));
    child.on('message', (message: { listening?: number; failed?: string }) => {
      if (message.failed) reject(new Error(message.failed));
      if (message.listening) resolve(message.listening);
    });
  });
}

/** A process listens before it has read the catalogue into memory; until then it is not asked. */
async function ready(port: number): Promise<void> {
  const wire = new Wire(port);
  for (const end = Date.now() + 300_000; ; await sleep(100)) {
    const { status, body } = await wire.ask('GET', '/readyz', { host });
    if (status === 200) break;
    if (Date.now() > end) throw new Error(`The web process is not ready: ${body}`);
  }
  wire.close();
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
