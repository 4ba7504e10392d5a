import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type { ClientBase } from 'pg';
import { openPlainPool } from './database.ts';
import { connectDatabase } from './database-servers.ts';

/** The project's own migrations; the same from wherever the process was started. */
const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

const silent = new Logger(() => () => {});

/** A migration that cannot have its locks lets others work meanwhile; the message is a Russian sentence. */
export class MigrationBlocked extends Error {}

export type MigrateOptions = {
  folder?: string;
  /** Called before each pause for what others hold, with a Russian sentence that says what is waited for. */
  waiting?: (words: string) => void;
  /** How long all tries for one lock may take: of the turn, of one migration, of the job queue's own. */
  patienceMs?: number;
};

/**
 * While a migration waits for a lock, everything that wants the same table waits behind it: so long, and no longer, an
 * order stands still.
 */
const lockMs = 1_000;
const longestPauseMs = 5_000;
const lockNotAvailable = '55P03';

/**
 * Applies db/migrations/*.sql in name order, each in its own transaction, under one advisory lock, and remembers name
 * and hash; then the job queue's own. A migration whose text changed after it was applied is refused. A lock that
 * others hold, that of another `migrate` too, is asked for again and again, for a second at a time; after `patienceMs`
 * (10 minutes) MigrationBlocked is thrown, and what was applied stays. A baseline is only remembered where the files it
 * replaces were applied; a database that lacks some of them is refused. Returns the names applied now.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, waiting = () => {}, patienceMs = 600_000 }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectDatabase(url, { application_name: 'idd-shop migrate' });
  const applied: string[] = [];
  try {
    await untilDone(
      () => takeTurn(client),
      'Миграции применяет другой процесс: ждём его',
      'Миграции применяет другой процесс, и он не закончил',
    );
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const known = new Map(
      (await client.query('select name, hash from migrations')).rows.map((row) => [row.name, row.hash]),
    );
    for (const migration of await readMigrations(folder)) {
      const { name, hash } = migration;
      if (known.has(name)) {
        if (known.get(name) !== hash) throw new Error(`Миграция ${name} изменилась после применения`);
        continue;
      }
      if (isThere(migration, known)) {
        await client.query(remember, [name, hash]);
        continue;
      }
      await untilDone(
        () => apply(client, migration),
        `Миграция ${name} ждёт таблиц, с которыми работают другие`,
        `Миграция ${name} не дождалась таблиц, с которыми работают другие`,
      );
      applied.push(name);
    }
    await untilDone(
      () => migrateQueue(url),
      'Миграция очереди заданий ждёт таблиц, с которыми работают другие',
      'Миграция очереди заданий не дождалась таблиц, с которыми работают другие',
    );
  } finally {
    await client.end();
  }
  return applied;

  async function untilDone(attempt: () => Promise<boolean>, meanwhile: string, givenUp: string): Promise<void> {
    const last = Date.now() + patienceMs;
    for (let pauseMs = 500; !(await attempt()); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      if (Date.now() + pauseMs > last)
        throw new MigrationBlocked(`${givenUp}. Повторите позже: npm run shop -- migrate`);
      waiting(`${meanwhile}…`);
      await sleep(pauseMs);
    }
  }
}

/** One `migrate` at a time on a database; kept until the connection ends. False: it is another's turn. */
async function takeTurn(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('idd-shop migrations')) as is_ours`);
  return rows[0].is_ours;
}

const remember = 'insert into migrations (name, hash) values ($1, $2)';

/**
 * A baseline stands for the files it replaces: a database to which all of them were applied has it. Throws when only
 * some were: the others are not here any more.
 */
function isThere({ name, replaces, from }: Migration, known: Map<string, string>): boolean {
  const applied = replaces.filter((former) => known.has(former));
  if (applied.length === 0) return false;
  if (applied.length === replaces.length) return true;
  const missing = replaces.find((former) => !known.has(former));
  throw new Error(
    `База данных старее, чем может обновить эта версия магазина: ${missing} не применена, а ${name} её заменяет. Сначала обновите базу версией ${from} (git checkout ${from}, npm run shop -- migrate), затем этой`,
  );
}

/** False: another transaction holds a lock that it needs. */
async function apply(client: ClientBase, { name, text, hash }: Migration): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`);
    await client.query(text);
    await client.query(remember, [name, hash]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (isLocked(error)) return false;
    throw error;
  }
}

/** False: another transaction holds a lock that it needs. */
async function migrateQueue(url: string): Promise<boolean> {
  const pgPool = await openPlainPool(url, { max: 2, applicationName: 'idd-shop migrate' }, { lock_timeout: lockMs });
  try {
    await runMigrations({ pgPool, logger: silent, taskList: {} });
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  } finally {
    await pgPool.end();
  }
}

function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === lockNotAvailable;
}

/** Whether every migration of the project has been applied to the database. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = await connectDatabase(url);
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`);
    if (!rows[0]?.exists) return false;
    const applied = new Set((await client.query('select name from migrations')).rows.map((row) => row.name));
    return (await readMigrations()).every(({ name }) => applied.has(name));
  } finally {
    await client.end();
  }
}

export type Migration = {
  name: string;
  text: string;
  hash: string;
  /** Of a baseline: the files of former versions whose work it does; empty for any other. */
  replaces: string[];
  /** Of a baseline: the last version that still had these files. */
  from: string;
};

/** Every migration of the folder in the order of application, with the hash that is remembered. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const replaces = [...text.matchAll(/^-- replaces: (.*)$/gm)].flatMap(([, names = '']) => names.split(' '));
      const from = text.match(/^-- from: (\S+)$/m)?.[1] ?? '';
      return { name, text, hash: createHash('sha256').update(text).digest('hex'), replaces, from };
    }),
  );
}
