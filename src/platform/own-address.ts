import { sql } from 'kysely';
import type { Db } from './database.ts';

const key = 'own_address';

/**
 * The web process of a demonstration tells the others where it answers, `http://127.0.0.1:PORT`: its port may have been
 * any free one.
 */
export async function sayOwnAddress(db: Db, origin: string): Promise<void> {
  await sql`
    insert into settings (key, value) values (${key}, to_jsonb(${origin}::text))
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Where the web process of the demonstration answered last; before the first time, where `PORT` says it would. */
export async function readOwnAddress(db: Db, { PORT }: { PORT: number }): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select value #>> '{}' as value from settings where key = ${key}`.execute(db);
  return rows[0]?.value ?? `http://127.0.0.1:${PORT}`;
}
