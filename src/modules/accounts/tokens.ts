import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { createCache } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { accessSeconds } from '#shared/constants.ts';

const issuer = 'idd';

/** A signed access token (JWT, HS256) that names one session for ten minutes from `now`. */
export async function signAccess(keys: SecretKeys, session_id: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessSeconds)
    .sign(accessKey(keys[0]));
}

/**
 * Tokens whose signature was found good, by key and token: a browser sends the same one for ten minutes, and each check
 * of a signature costs two trips to another thread. Whether the session still lives is asked of the database every
 * time.
 */
const verified = createCache<string, { session_id: string; expires_at: number }>({ name: 'access_tokens', max: 5_000 });

/** The session an access token names; null when it is forged, malformed or has run out at `now`. */
export async function readAccess(keys: SecretKeys, token: string | undefined, now: Date): Promise<string | null> {
  if (!token) return null;
  for (const key of keys) {
    const known = verified.get(`${key} ${token}`);
    if (known) return known.expires_at > now.getTime() ? known.session_id : null;
    try {
      const { payload } = await jwtVerify(token, accessKey(key), { issuer, algorithms: ['HS256'], currentDate: now });
      const { sid, exp } = payload;
      if (typeof sid !== 'string' || exp === undefined) return null;
      verified.set(`${key} ${token}`, { session_id: sid, expires_at: exp * 1000 });
      return sid;
    } catch {
      // Another key may have signed it.
    }
  }
  return null;
}

/** 256 random bits; the database keeps only its hash. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The tokens that may follow this one, one per secret key. Derived, not drawn, so that parallel requests with one token
 * get the same successor although only hashes are stored.
 */
export function refreshSuccessors(keys: SecretKeys, token: string): string[] {
  return keys.map((key) => createHmac('sha256', key).update(`refresh successor\n${token}`).digest('base64url'));
}

/** What is stored of a refresh token: SHA-256. */
export function hashRefresh(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The session whose refresh token this is or was; null: nobody's. */
export async function sessionOfRefresh(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('hash', '=', hashRefresh(token))
    .executeTakeFirst();
  return row?.session_id ?? null;
}

function accessKey(key: string): Uint8Array {
  return createHmac('sha256', key).update('access token').digest();
}
