import { randomUUID } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { clockSkewSeconds, refreshGraceSeconds, refreshSeconds, sessionSeconds } from '#shared/constants.ts';
import { ensure } from '#shared/ensure.ts';
import { hashRefresh, newRefreshToken, refreshSuccessors, signAccess } from './tokens.ts';

/** What a browser keeps of its session. */
export type Tokens = { access: string; refresh: string };

export type SignInWay = 'code' | 'password' | 'yandex' | 'signup';

/** Where a sign-in came from, as the session list and the emails name it. */
export type SessionPlace = { city: string; device: string; address: string };

export type SessionEnd =
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'password_changed'
  | 'token_reused'
  | 'account_deleted'
  | 'not_me'
  /** Its person has begun to work in a newer one, and works in as many as are allowed. */
  | 'too_many';

/**
 * Opens a session of 30 days, which renewals prolong up to 90 days after the sign-in (staff: as the owner set, 7 at
 * first), with its first pair of tokens. Call in the transaction that proved who signs in.
 */
export async function openSession(
  db: Db,
  keys: SecretKeys,
  user_id: string,
  way: SignInWay,
  place: SessionPlace,
  now = new Date(),
): Promise<Tokens & { session_id: string }> {
  const refresh = newRefreshToken();
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id,
      way,
      city: place.city,
      device: place.device,
      address: place.address || null,
      created_at: now,
      proved_at: now,
      used_at: now,
      expires_at: expiry(user_id, now, now, await staffSessionSeconds(db)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepToken(db, id, refresh, now);
  return { session_id: id, refresh, access: await signAccess(keys, id, now) };
}

/** Under this name a process stands at the tokens it replaced. */
const thisProcess = randomUUID();

export type Renewal =
  | ({ kind: 'renewed'; session_id: string } & Tokens)
  /**
   * unknown: no such token; ended: its session is over; reused: it was replaced before, so the whole family ends now.
   */
  | { kind: 'unknown' | 'ended' | 'reused' };

/**
 * Exchanges a refresh token for the next pair (S7-03). A token replaced less than 5 s ago answers with the same
 * successor, so that parallel requests agree; one that comes back later was stolen, and its session ends. Replaced by
 * another process, a minute is added: their clocks may differ. Never throws for a bad token, so that the ending is
 * committed: call it in a transaction of its own.
 */
export async function renewSession(db: Db, keys: SecretKeys, token: string, now = new Date()): Promise<Renewal> {
  const hash = hashRefresh(token);
  const { rows } = await sql<{ session_id: string; replaced_at: Date | null; is_over: boolean }>`
    select s.id as session_id, t.replaced_at, s.ended_at is not null or s.expires_at <= ${now} as is_over
    from refresh_tokens t join sessions s on s.id = t.session_id
    where t.hash = ${hash} for update of s`.execute(db);
  const [found] = rows;
  if (!found) return { kind: 'unknown' };
  if (found.is_over) return { kind: 'ended' };
  const { session_id } = found;
  // The lock on the session may have been waited for: what stood in the row before it may be old.
  const { rows: current } = await sql<{ replaced_at: Date | null; replaced_by: string | null }>`
    select replaced_at, replaced_by from refresh_tokens where hash = ${hash}`.execute(db);
  const { replaced_at = null, replaced_by = null } = current[0] ?? {};
  if (replaced_at === null) {
    const refresh = ensure(refreshSuccessors(keys, token)[0]);
    await sql`update refresh_tokens set replaced_at = ${now}, replaced_by = ${thisProcess} where hash = ${hash}`.execute(
      db,
    );
    await keepToken(db, session_id, refresh, now);
    await sql`
      update sessions set used_at = ${now},
        expires_at = ${expiry(sql.ref('sessions.user_id'), sql.ref('sessions.created_at'), now, await staffSessionSeconds(db))}
      where id = ${session_id}`.execute(db);
    return { kind: 'renewed', session_id, refresh, access: await signAccess(keys, session_id, now) };
  }
  const graceSeconds = refreshGraceSeconds + (replaced_by === thisProcess ? 0 : clockSkewSeconds);
  const isJustReplaced = now.getTime() - replaced_at.getTime() <= graceSeconds * 1000;
  const refresh = isJustReplaced ? await storedSuccessor(db, keys, token) : null;
  if (refresh) return { kind: 'renewed', session_id, refresh, access: await signAccess(keys, session_id, now) };
  await endSession(db, session_id, 'token_reused', now);
  return { kind: 'reused' };
}

/** Ends one session; one that is over stays as it ended. */
export async function endSession(db: Db, session_id: string, why: SessionEnd, now = new Date()): Promise<void> {
  await sql`update sessions set ended_at = ${now}, why = ${why} where id = ${session_id}::uuid and ended_at is null`.execute(
    db,
  );
}

/** «Выйти везде»: ends the sessions of a user, except the one given. Returns how many ended. */
export async function endSessions(
  db: Db,
  user_id: string,
  why: SessionEnd,
  { except, now = new Date() }: { except?: string; now?: Date } = {},
): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${now}, why = ${why}
    where user_id = ${user_id}::uuid and ended_at is null and id is distinct from ${except ?? null}::uuid`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function keepToken(db: Db, session_id: string, token: string, now: Date): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ hash: hashRefresh(token), session_id, created_at: now })
    .execute();
}

async function storedSuccessor(db: Db, keys: SecretKeys, token: string): Promise<string | null> {
  const candidates = refreshSuccessors(keys, token);
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from refresh_tokens where hash = any(${candidates.map(hashRefresh)}::bytea[])`.execute(db);
  return candidates.find((candidate) => rows.some(({ hash }) => hash.equals(hashRefresh(candidate)))) ?? null;
}

async function staffSessionSeconds(db: Db): Promise<number> {
  return (await readSetting(db, 'security')).session_days * 86_400;
}

/** 30 days from now, but no later than the life of a session allows: staff may be hired and dismissed meanwhile. */
function expiry(
  user_id: string | Expression<unknown>,
  created_at: Date | Expression<unknown>,
  now: Date,
  ofStaff: number,
) {
  return sql<Date>`least(
    ${now}::timestamptz + make_interval(secs => ${refreshSeconds}),
    ${created_at}::timestamptz + make_interval(secs => case
      when exists (select from staff where staff.user_id = ${user_id}::uuid and dismissed_at is null) then ${ofStaff}::int
      else ${sessionSeconds}::int end))`;
}
