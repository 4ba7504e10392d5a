import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type SecretKeys, sign } from '#platform/secret-keys.ts';

/** Minutes a code lives, and how many checks each side has. */
export const codeMinutes = 10;
export const codeChecks = 5;

export type CodePurpose =
  | { purpose: 'sign_in'; user_id: null }
  | { purpose: 'contact' | 'deletion' | 'proof'; user_id: string };

/**
 * Makes the newest code of this purpose and address; earlier ones are good no more. Returns the digits for the email;
 * only an HMAC is kept.
 */
export async function issueCode(
  db: Db,
  keys: SecretKeys,
  { purpose, user_id }: CodePurpose,
  email: string,
  now: Date,
): Promise<{ id: number; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { id } = await db
    .insertInto('codes')
    .values({
      purpose,
      user_id,
      email,
      hash: hashCode(keys, email, code),
      created_at: now,
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code };
}

export type CodeCheck = { id: number | null; checks_left: number };

/**
 * Counts one check of the newest code and compares. `id` null: wrong, run out, used, checked too often, or never asked
 * for. Not inside a transaction: a rolled back check would not count. The caller claims the code with `claimCode`.
 */
export async function checkCode(
  db: Db,
  keys: SecretKeys,
  { purpose, user_id }: CodePurpose,
  email: string,
  typed: string,
  isStranger: boolean,
  now: Date,
): Promise<CodeCheck> {
  const counter = sql.ref(isStranger ? 'stranger_checks' : 'known_checks');
  const { rows } = await sql<{ id: number; hash: Buffer; checks: number }>`
    update codes c set ${counter} = ${counter} + 1
    from (
      select id from codes
      where purpose = ${purpose} and email = ${email} and user_id is not distinct from ${user_id}::uuid
      order by id desc limit 1
    ) newest
    where c.id = newest.id and c.used_at is null and c.expires_at > ${now} and c.${counter} < ${codeChecks}
    returning c.id, c.hash, c.${counter} as checks`.execute(db);
  const [row] = rows;
  // Compared in any case, so that the work is the same when there is no code.
  const isRight = keys.some((key) => timingSafeEqual(hashCode([key], email, typed), row?.hash ?? nothing));
  return { id: row && isRight ? row.id : null, checks_left: row ? codeChecks - row.checks : 0 };
}

/** Uses the code up; false when somebody else did so first. Call in the transaction that does what the code allows. */
export async function claimCode(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const nothing = Buffer.alloc(32);

function hashCode(keys: SecretKeys, email: string, code: string): Buffer {
  return Buffer.from(sign(keys, 'code', `${email} ${code}`), 'base64url');
}
