import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** The project's own migrations; the same from wherever the process was started. */
const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

const silent = new Logger(() => () => {});

/**
 * Applies db/migrations/*.sql in name order, each in its own transaction, under one advisory lock, and remembers name and
 * hash; then the job queue's own. A migration whose text changed after it was applied is refused. Returns the names applied now.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query(`select pg_advisory_lock(hashtext('idd-shop migrations'))`);
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const known = new Map(
      (await client.query('select name, hash from migrations')).rows.map((row) => [row.name, row.hash]),
    );
    for (const { name, text, hash } of await readMigrations(folder)) {
      if (known.has(name)) {
        if (known.get(name) !== hash) throw new Error(`Миграция ${name} изменилась после применения`);
        continue;
      }
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      await client.query('commit');
      applied.push(name);
    }
    await runMigrations({ connectionString: url, maxPoolSize: 2, logger: silent, taskList: {} });
  } finally {
    await client.end();
  }
  return applied;
}

/** Whether every migration of the project has been applied to the database. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`);
    if (!rows[0]?.exists) return false;
    const applied = new Set((await client.query('select name from migrations')).rows.map((row) => row.name));
    return (await readMigrations()).every(({ name }) => applied.has(name));
  } finally {
    await client.end();
  }
}

/** Every migration of the folder in the order of application, with the hash that is remembered. */
export async function readMigrations(
  folder = migrationsFolder,
): Promise<{ name: string; text: string; hash: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
