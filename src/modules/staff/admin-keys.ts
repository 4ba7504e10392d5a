import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

export type KeyedAnswer = { status: number; body: unknown };

/**
 * The answer that this request got before; null: it is the first, and `noteAnswer` is called in the same transaction. A
 * second call with the key waits for the first one's transaction. Throws key_reused when the key came with another
 * body.
 */
export async function findAnswer(
  db: Db,
  staff_user_id: string,
  key: string,
  body: unknown,
): Promise<KeyedAnswer | null> {
  const body_hash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('admin_keys')
    .values({ staff_user_id, key, body_hash })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return null;
  const row = await db
    .selectFrom('admin_keys')
    .select(['body_hash', 'status', 'body'])
    .where('staff_user_id', '=', staff_user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!row.body_hash.equals(body_hash)) throw new Refusal('request_key_reused');
  return { status: row.status ?? 200, body: row.body };
}

/** Stores the answer of this request for a day. */
export async function noteAnswer(db: Db, staff_user_id: string, key: string, answer: KeyedAnswer): Promise<void> {
  await db
    .updateTable('admin_keys')
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where('staff_user_id', '=', staff_user_id)
    .where('key', '=', key)
    .execute();
}

/** Answers that nobody asks for again. */
export async function forgetOldKeys(db: Db, now = new Date()): Promise<void> {
  await sql`delete from admin_keys where created_at < ${now}::timestamptz - interval '1 day'`.execute(db);
}
