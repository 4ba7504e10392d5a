import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * The parent of the embedded PostgreSQL: `guard.ts '{"program":…,"args":[…],"account":…}'`. A plain child would survive
 * `kill -9` of the shop; this process holds the other end of a pipe and stops the server when the pipe closes. It runs
 * in a session of its own, so that Ctrl-C in a terminal does not reach the database before the web process is done.
 * The line "smart" on stdin ends the server when its last client has gone.
 */
type Orders = {
  program: string;
  args: string[];
  account: { uid: number; gid: number } | null;
  /** A folder made for this run only, to be removed after it. */
  temporaryFolder: string | null;
};

const { program, args, account, temporaryFolder } = JSON.parse(process.argv[2] ?? '{}') as Orders;

const server = spawn(program, args, {
  cwd: '/',
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  ...(account ?? {}),
});
server.on('error', () => process.exit(1));
server.on('exit', (code) => {
  if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true });
  process.exit(code ?? 1);
});

function stopFast() {
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), 20_000).unref();
}

process.stdin.on('data', (text) => {
  if (String(text).includes('smart')) server.kill('SIGTERM');
});
process.stdin.on('end', stopFast);
process.stdin.on('error', stopFast);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopFast);
