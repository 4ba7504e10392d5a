import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './at-end.ts';

const root = join(import.meta.dirname, '../..');

/** A running `npm start` (without npm): its port, its process, what it has said. */
export type StartedShop = {
  port: number;
  launcher: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
};

/** A folder of the test's own that any account may enter; removed afterwards, with whatever still works in it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'idd-'));
  await chmod(folder, 0o755);
  atEnd(async () => {
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Four minutes: the first start of a demonstration loads it. The test's own limit is the shorter one. */
const demonstrationTries = 4_800;

/**
 * Starts the whole shop on a data folder and a free port. Not the demonstration mode, unless asked: nothing is loaded.
 */
export async function startShop(
  dataDir: string,
  env: Record<string, string> = {},
  account: { uid: number; gid: number } | undefined = undefined,
): Promise<StartedShop> {
  const shop = spawnShop(dataDir, env, account);
  const exited = new Promise<number | null>((resolve) => shop.launcher.once('exit', resolve));
  let gone = false;
  exited.then(() => {
    gone = true;
  });
  const port = await waitFor(() => {
    if (gone) throw new Error(`The shop did not start:\n${shop.output()}`);
    return /(?:localhost:|порт )(\d+)/.exec(shop.output())?.[1];
  }, demonstrationTries);
  return { ...shop, exited, port: Number(port) };
}

/** Runs `npm start` that is expected to end by itself. */
export async function runShop(dataDir: string, env: Record<string, string> = {}) {
  const { launcher, output } = spawnShop(dataDir, env);
  const code = await new Promise<number | null>((resolve) => launcher.once('close', resolve));
  return { code, output: output() };
}

function spawnShop(dataDir: string, env: Record<string, string>, account?: { uid: number; gid: number }) {
  const launcher = spawn(process.execPath, ['src/start.ts'], {
    cwd: root,
    env: {
      ...cleanEnvironment(),
      MAIN_DOMAIN: 'shop.example',
      PORT: '0',
      HOST: '127.0.0.1',
      STOP_DELAY_SECONDS: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { launcher, output: () => output };
}

/** Runs `npm run shop -- WORDS` (without npm) on a data folder. */
export function runCommand(dataDir: string, words: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['src/cli.ts', ...words],
      { cwd: root, env: { ...cleanEnvironment(), DATA_DIR: dataDir, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

/** The environment without what Vitest and the caller's own shop put there. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TZ = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, TZ, NODE_COMPILE_CACHE, ...(TMPDIR && { TMPDIR }) };
}

export type Found = { pid: number; parent: number; command: string };

/**
 * Every living process that belongs to a data folder: by its environment, its arguments or its working folder (Linux).
 */
export function processesOf(dataDir: string): Found[] {
  const found: Found[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    const [, state = '', parent = '0'] = /\) (\S) (\d+)/.exec(read(`/proc/${entry}/stat`)) ?? [];
    if (state === 'Z' || state === '') continue;
    const command = read(`/proc/${entry}/cmdline`).replaceAll('\0', ' ');
    const marks = [command, read(`/proc/${entry}/environ`), folderOf(entry)];
    if (marks.some((mark) => mark.includes(dataDir)))
      found.push({ pid: Number(entry), parent: Number(parent), command });
  }
  return found;
}

/** The one process of a data folder whose command contains the words. */
export function findProcess(dataDir: string, words: string): number {
  const found = processesOf(dataDir).filter(({ command }) => command.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} processes of ${dataDir} with "${words}"`);
  return found[0]?.pid ?? 0;
}

/** Asks again until the answer is something; an error thrown while asking ends the waiting. */
export async function waitFor<T>(
  ask: () => T | Promise<T>,
  tries = 1_200,
): Promise<Exclude<T, false | null | undefined>> {
  for (let i = 0; i < tries; i++) {
    const answer = await ask();
    if (answer) return answer as Exclude<T, false | null | undefined>;
    await sleep(50);
  }
  throw new Error('Waited in vain');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
