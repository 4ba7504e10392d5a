import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What postmaster.pid says about a server that is really alive. */
export type Running = { pid: number; socketFolder: string; isReady: boolean; isGuarded: boolean };

/**
 * The live server of a cluster, or null. A left-over postmaster.pid counts only when its process exists and is a
 * PostgreSQL of this very folder: after a crash or in a new container the number may belong to anybody.
 */
export function findRunning(cluster: string): Running | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const command = commandOf(pid);
  if (!command.includes('postgres') || !command.includes(cluster)) return null;
  return {
    pid,
    socketFolder: lines[4] ?? '',
    isReady: (lines[7] ?? '').trim() === 'ready',
    isGuarded: commandOf(parentOf(pid)).includes('postgres/guard.ts'),
  };
}

/** Ends a server nobody watches over: fast shutdown first, then the hard one (its log repairs it at the next start). */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    for (let i = 0; i < seconds * 20; i++) {
      if (!isAlive(pid)) return;
      await sleep(50);
    }
  }
}

/** Ends backends that outlived their killed server; they hold its shared memory and would refuse the next start. */
export async function stopLeftovers(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry) && folderOf(Number(entry)) === cluster) await stopLeftover(Number(entry));
  }
}

async function stopLeftover(pid: number) {
  sendSignal(pid, 'SIGKILL');
  for (let i = 0; i < 100 && isAlive(pid); i++) await sleep(20);
}

/** The process is there and holds something, somebody else’s too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A killed process stays in the table until its parent collects it; it holds nothing any more.
  return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`));
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return askPs(pid, 'command=');
}

function parentOf(pid: number): number {
  if (process.platform !== 'linux') return Number(askPs(pid, 'ppid='));
  const afterName = read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  return Number(afterName.split(' ')[1] ?? 0);
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function readLines(file: string): string[] {
  return read(file).split('\n');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
