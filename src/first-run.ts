import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';

/** Loads the demonstration shop: `onProgress` is told in Russian what is being made, and how many products of how many stand. */
export type LoadDemo = (
  db: Db,
  options: { products?: number; filesDir: string; onProgress: (message: string, done: number, total: number) => void },
) => Promise<unknown>;

const marker = 'demo_load_unfinished';

/**
 * Fills an empty database with the demonstration shop. A load that was killed half-way is found by its mark: the database
 * then holds nothing else, is emptied and filled anew. Returns whether anything was loaded.
 */
export async function loadDemoOnce(
  db: Db,
  url: string,
  options: { filesDir: string; onProgress: (text: string) => void },
): Promise<boolean> {
  const file = join(import.meta.dirname, '../db/demo/load.ts');
  if (!existsSync(file)) return false;
  const [department, unfinished] = await Promise.all([
    db.selectFrom('departments').select('id_1c').limit(1).executeTakeFirst(),
    db.selectFrom('settings').select('key').where('key', '=', marker).executeTakeFirst(),
  ]);
  if (department && !unfinished) return false;
  if (unfinished) await emptyDatabase(url);
  await db
    .insertInto('settings')
    .values({ key: marker, value: 'true' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { loadDemo }: { loadDemo: LoadDemo } = await import(file);
  await loadDemo(db, {
    filesDir: options.filesDir,
    onProgress: (message, done, total) => options.onProgress(`${message}: ${done} из ${total}`),
  });
  await db.deleteFrom('settings').where('key', '=', marker).execute();
  return true;
}

async function emptyDatabase(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade');
  await client.end();
  await migrate(url);
}
