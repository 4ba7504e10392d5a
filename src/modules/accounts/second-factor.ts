import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * In this session its owner showed a second factor, checked by the module `staff`. False when the session has ended or
 * is not theirs.
 */
export async function noteSecondFactor(
  db: Db,
  session: { id: string; user_id: string },
  now = new Date(),
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set second_factor_at = ${now}
    where id = ${session.id}::uuid and user_id = ${session.user_id}::uuid and ended_at is null`.execute(db);
  return numAffectedRows === 1n;
}

/** Every session of this person asks for the second factor again. */
export async function forgetSecondFactor(db: Db, user_id: string): Promise<void> {
  await sql`update sessions set second_factor_at = null where user_id = ${user_id}::uuid`.execute(db);
}
