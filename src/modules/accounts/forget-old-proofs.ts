import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';

/**
 * Days after which what proved a sign-in is forgotten: browsers stay known for 180 days, so ended sessions are kept as
 * long.
 */
const retentionDays = { proofs: 30, sessions: 180, ended_tokens: 1 } as const;

/**
 * Forgets codes and links a month after their end («Это не я» works as long), sessions half a year after theirs,
 * refresh tokens a day after their session's end or, replaced, when they could not have lived longer. Sessions in which
 * staff acted stay: the customer reads of it.
 */
export async function forgetOldProofs(db: Db, now = new Date()): Promise<void> {
  await sql`delete from codes where expires_at < ${daysBefore(now, retentionDays.proofs)}`.execute(db);
  await sql`delete from one_time_links where expires_at < ${daysBefore(now, retentionDays.proofs)}`.execute(db);
  await sql`
    delete from refresh_tokens t using sessions s
    where s.id = t.session_id and (least(s.ended_at, s.expires_at) < ${daysBefore(now, retentionDays.ended_tokens)}
      or t.replaced_at < ${daysBefore(now, 30)})`.execute(db);
  await sql`
    delete from sessions s
    where least(s.ended_at, s.expires_at) < ${daysBefore(now, retentionDays.sessions)}
      and not exists (select from acting_sessions a where a.session_id = s.id)`.execute(db);
}
