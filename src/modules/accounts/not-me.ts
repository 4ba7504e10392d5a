import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { endSession } from './sessions.ts';

const notMeDays = 30;

/**
 * The signed token of an email's «Это не я»: names the session, or the code whose session it may become. Good for 30
 * days from `now`.
 */
export function notMeToken(keys: SecretKeys, what: 'session' | 'code', id: string | number, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + notMeDays * 86_400;
  const named = `${what[0]}.${id}.${until.toString(36)}`;
  return `${named}.${sign(keys, 'not me', named)}`;
}

/** Whether the token is one of ours and still good: asked by the page before it shows its button. */
export function isNotMeToken(keys: SecretKeys, token: string | null, now = new Date()): boolean {
  return readToken(keys, token, now) !== null;
}

/**
 * «Это не я»: ends the session, or voids the code and ends the session it opened; that browser and address are known to
 * the account no more. False when the token is not good. Harmless a second time. Opening the link must not call it:
 * mail programs open links themselves.
 */
export async function reportNotMe(db: Db, keys: SecretKeys, token: string | null, now = new Date()): Promise<boolean> {
  const read = readToken(keys, token, now);
  if (!read) return false;
  if (read.what === 's') {
    await markNotMe(db, read.id, now);
    return true;
  }
  const { rows } = await sql<{ session_id: string | null; email: string }>`
    update codes set used_at = coalesce(used_at, ${now}) where id = ${read.id}::bigint returning session_id, email`.execute(
    db,
  );
  const [code] = rows;
  if (code?.session_id) await markNotMe(db, code.session_id, now);
  else if (code)
    await sql`
      update one_time_links set used_at = ${now}
      where purpose = 'sign_up' and email = ${code.email} and used_at is null`.execute(db);
  return true;
}

async function markNotMe(db: Db, session_id: string, now: Date): Promise<void> {
  await endSession(db, session_id, 'not_me', now);
  // Signed out meanwhile: its browser must not stay a known one.
  await sql`update sessions set why = 'not_me' where id = ${session_id}::uuid and ended_at is not null`.execute(db);
}

function readToken(keys: SecretKeys, token: string | null, now: Date): { what: 's' | 'c'; id: string } | null {
  const [, signed = '', what, id = '', until = '', mark = ''] =
    /^(([sc])\.([0-9a-f-]{36}|[0-9]{1,18})\.([0-9a-z]{1,9}))\.([A-Za-z0-9_-]{43})$/.exec(token ?? '') ?? [];
  if (!what || !isSigned(keys, 'not me', signed, mark)) return null;
  if (Number.parseInt(until, 36) * 1000 <= now.getTime()) return null;
  return { what: what === 's' ? 's' : 'c', id };
}
