import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { SessionEnd } from './sessions.ts';

/** In so many sessions at once one person works in the back office. */
const sessionsAtWork = 3;

/**
 * In this session its owner showed a second factor, checked by the module `staff`; of their sessions that showed one
 * the oldest ends when this makes more than three. False when the session has ended or is not theirs. Not inside a
 * transaction: of two sessions at once the later one must see the other.
 */
export async function noteSecondFactor(
  db: Db,
  session: { id: string; user_id: string },
  now = new Date(),
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set second_factor_at = ${now}
    where id = ${session.id}::uuid and user_id = ${session.user_id}::uuid and ended_at is null`.execute(db);
  if (numAffectedRows !== 1n) return false;
  await sql`
    update sessions set ended_at = ${now}, why = ${'too_many' satisfies SessionEnd} where ended_at is null and id in (
      select id from sessions
      where user_id = ${session.user_id}::uuid and ended_at is null and expires_at > ${now} and second_factor_at is not null
      order by id = ${session.id}::uuid desc, second_factor_at desc, id offset ${sessionsAtWork})`.execute(db);
  return true;
}

/** Every session of this person asks for the second factor again. */
export async function forgetSecondFactor(db: Db, user_id: string): Promise<void> {
  await sql`update sessions set second_factor_at = null where user_id = ${user_id}::uuid`.execute(db);
}
