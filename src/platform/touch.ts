import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Longest payload PostgreSQL takes is 7999 bytes; a longer list drops everything instead. */
const payloadLimit = 7_500;

/**
 * Tells every process that pages built from these data are out of date. Call once per transaction, inside it: the word goes out at commit.
 * Tags: 'catalogue', 'departments', 'content', 'product:ID'; '*' drops all.
 */
export async function touch(db: Db, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  const list = JSON.stringify([...new Set(tags)]);
  const payload = Buffer.byteLength(list) > payloadLimit ? '["*"]' : list;
  await sql`select pg_notify('touched', ${payload})`.execute(db);
}
