import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { processFlags } from '#src/process-flags.ts';

export type BenchShop = { port: number; host: string; url: string; memory(): number; stop(): Promise<void> };

/**
 * A web process over a demo shop of `products` goods, in a data folder of its own (kept for the next run), or over DATABASE_URL as it is.
 * One process, production settings, no flood limit: the load comes from one address.
 */
export async function startShop({ products }: { products: number }): Promise<BenchShop> {
  const dataDir = resolve(`var/bench-${products}`);
  const embedded = process.env.DATABASE_URL ? null : await openEmbedded(dataDir, 'command');
  const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
  await migrate(url);
  await loadOnce(url, dataDir, products);
  const child = fork('src/server.ts', {
    execArgv: processFlags,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      FLOOD_PER_MINUTE: '1000000000',
    },
  });
  const port = await listening(child);
  return {
    port,
    host: 'idd.localhost',
    url,
    memory: () => residentMegabytes(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      await embedded?.close();
    },
  };
}

async function loadOnce(url: string, dataDir: string, products: number): Promise<void> {
  const db = openDatabase(url);
  try {
    if (await db.selectFrom('departments').select('id_1c').limit(1).executeTakeFirst()) return;
    const { loadDemo } = await import('#demo/load.ts');
    await loadDemo(db, {
      products,
      filesDir: `${dataDir}/files`,
      onProgress: (text: string) => process.stderr.write(`\r${text}\x1b[K`),
    });
    process.stderr.write('\n');
    await db.pool.query('vacuum analyze');
  } finally {
    await db.destroy();
  }
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

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
