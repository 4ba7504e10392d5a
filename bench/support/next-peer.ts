import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installed } from '../../scripts/run-steps.ts';
import { sourcesHash } from '../../scripts/sources-hash.ts';
import { residentMegabytes, type Web } from './shop.ts';
import { Wire } from './wire.ts';

const root = join(import.meta.dirname, '../..');
const part = 'bench/peers/nextjs';
const folder = join(root, part);
const sources = [
  ...['app', 'data', 'parts', 'next.config.ts', 'package-lock.json'].map((name) => `${part}/${name}`),
  ...['src/shared', 'src/web/styles'],
];
const readyMs = 30_000;
const environment = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/**
 * The category page of `bench/peers/nextjs` over the database behind `url`: one process of `next start`, as the shop is
 * one. Its packages are installed and it is built unless that has been done for these very sources.
 */
export async function startNextPeer(url: string): Promise<Web> {
  install();
  await build();
  const port = await freePort();
  const args = [installed('next', part), 'start', '--port', String(port), '--hostname', '127.0.0.1'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment, DATABASE_URL: url },
  });
  const gone = once(child, 'exit');
  await ready(child, port);
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

/** `npm ci` unless exactly the locked packages are there: npm writes this list when it has installed them. */
function install(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.bench-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Устанавливается Next.js (npm ci)…');
  // npm run sets the folder of the project for the npm within.
  const { npm_config_local_prefix: _prefix, ...env } = process.env;
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The packages of ${part} were not installed`, { cause: error });
  writeFileSync(stamp, lock);
}

async function build(): Promise<void> {
  const hash = await sourcesHash(root, sources);
  const stamp = join(folder, '.next/.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Собирается страница на Next.js (next build)…');
  const { status } = spawnSync(process.execPath, [installed('next', part), 'build'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${part} was not built`);
  writeFileSync(stamp, hash);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Answers anything at all. */
async function ready(child: ChildProcess, port: number): Promise<void> {
  const wire = new Wire(port);
  for (const end = Date.now() + readyMs; ; await sleep(100)) {
    const answer = await wire.ask('GET', '/', { host: '127.0.0.1' }).catch(() => null);
    if (answer) break;
    if (child.exitCode !== null) throw new Error(`next start ended with code ${child.exitCode}`);
    if (Date.now() > end) throw new Error('next start does not answer');
  }
  wire.close();
}
