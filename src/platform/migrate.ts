import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Applies db/migrations/*.sql in name order, each in its own transaction, under one advisory lock, and remembers name and hash.
 * A migration whose text changed after it was applied is refused. Returns the names applied now.
 */
export async function migrate(url: string, folder = 'db/migrations'): Promise<string[]> {
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
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
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
  } finally {
    await client.end();
  }
  return applied;
}
