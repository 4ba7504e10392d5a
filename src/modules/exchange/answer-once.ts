import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { exchangeLimits } from './schema.ts';

export type KeyedCall = {
  api_key_id: number;
  /** The Idempotency-Key; undefined: none, the call is simply done. */
  key: string | undefined;
  /** Path and parsed body: what the call asks for. */
  asked: unknown;
};

/**
 * Does the work, or returns what it answered when this key was sent for the first time within 24 hours; of two calls at
 * once the second waits for the first. The answer is kept in the transaction of the work: after a failure or a refusal
 * the key is free. Throws key_reused when the same key brings another call. Call in a transaction.
 */
export async function answerOnce<T>(
  db: Db,
  { api_key_id, key, asked }: KeyedCall,
  work: () => Promise<T>,
  now = new Date(),
): Promise<{ answer: T; isRepeated: boolean }> {
  if (key === undefined) return { answer: await work(), isRepeated: false };
  const body_hash = createHash('sha256').update(JSON.stringify(asked)).digest();
  const forgotten = new Date(now.getTime() - exchangeLimits.keyHours * 3_600_000);
  await sql`
    delete from api_calls where api_key_id = ${api_key_id} and key = ${key} and created_at <= ${forgotten}`.execute(db);
  const { rows: claimed } = await sql<{ key: string }>`
    insert into api_calls (api_key_id, key, body_hash, created_at) values (${api_key_id}, ${key}, ${body_hash}, ${now})
    on conflict (api_key_id, key) do nothing
    returning key`.execute(db);
  if (claimed.length > 0) {
    const answer = await work();
    await sql`
      update api_calls set answer = ${JSON.stringify(answer)}::jsonb
      where api_key_id = ${api_key_id} and key = ${key}`.execute(db);
    return { answer, isRepeated: false };
  }
  const earlier = await db
    .selectFrom('api_calls')
    .select(['body_hash', 'answer'])
    .where('api_key_id', '=', api_key_id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier) throw new Refusal('busy', { retry_after: 1 });
  if (!earlier.body_hash.equals(body_hash))
    throw new Refusal('key_reused', {}, 'Этот Idempotency-Key уже пришёл с другим запросом');
  return { answer: earlier.answer as T, isRepeated: true };
}

/** Nightly. */
export async function forgetOldCalls(db: Db, now = new Date()): Promise<void> {
  const forgotten = new Date(now.getTime() - exchangeLimits.keyHours * 3_600_000);
  await db.deleteFrom('api_calls').where('created_at', '<=', forgotten).execute();
}
