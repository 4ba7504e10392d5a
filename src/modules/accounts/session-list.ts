import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { endSession, endSessions, type SignInWay } from './sessions.ts';

export type SessionView = {
  id: string;
  way: SignInWay;
  city: string;
  device: string;
  address: string | null;
  created_at: Date;
  used_at: Date;
};

/** Living sessions of a person, the last used first. */
export async function listSessions(db: Db, user_id: string, now = new Date()): Promise<SessionView[]> {
  const { rows } = await sql<SessionView>`
    select id, way, city, device, host(address) as address, created_at, used_at from sessions
    where user_id = ${user_id}::uuid and ended_at is null and expires_at > ${now}
    order by used_at desc, id`.execute(db);
  return rows;
}

/** Ends one session of this person. Throws not_found for a stranger's. */
export async function endOwnSession(db: Db, user_id: string, session_id: string, now = new Date()): Promise<void> {
  const own = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!own) throw new Refusal('not_found');
  await endSession(db, session_id, 'signed_out', now);
}

/** «Выйти везде»: all sessions, this one too; `except` spares it. Returns how many ended. */
export async function signOutEverywhere(
  db: Db,
  user_id: string,
  { except, now = new Date() }: { except?: string; now?: Date } = {},
): Promise<number> {
  return endSessions(db, user_id, 'signed_out_everywhere', { ...(except && { except }), now });
}
