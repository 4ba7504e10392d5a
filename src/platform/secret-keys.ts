import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from './database.ts';
import { forgetStored, readStored, storeFirst } from './stored-values.ts';

/**
 * Keys that sign links and secrets: the first signs, all are accepted, so that a key can be changed without breaking
 * emails.
 */
export type SecretKeys = readonly [string, ...string[]];

/** As long as an old key stands second in SECRET_KEYS (docs/operations.md). */
const formerKeyDays = 31;
const made = 'secret_key';
/** Until when the made key is accepted beside those of SECRET_KEYS. */
const madeEnds = 'secret_key_ends';

/**
 * SECRET_KEYS (comma-separated, each of 16 characters or more), else one made once and kept in `settings`. A shop that
 * began without SECRET_KEYS accepts the made key behind them for a month, so that whoever has a code, a link or a
 * second factor from before is not locked out (decision 530). Read once, where a process is put together.
 */
export async function secretKeys(db: Db, configured: string | undefined, now = new Date()): Promise<SecretKeys> {
  const [first, ...rest] = (configured ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  if (first !== undefined) {
    if ([first, ...rest].some((key) => key.length < 16)) throw new Error('SECRET_KEYS: ключ короче 16 знаков');
    return [first, ...rest, ...(await formerKey(db, now))];
  }
  await storeFirst(db, made, randomBytes(32).toString('base64url'));
  const key = await readStored<string>(db, made);
  if (!key) throw new Error('Не удалось прочитать ключ подписи из настроек');
  return [key];
}

/** The key that the database made, while it still counts; the month begins with the first start under SECRET_KEYS. */
async function formerKey(db: Db, now: Date): Promise<string[]> {
  const key = await readStored<string>(db, made);
  if (!key) return [];
  await storeFirst(db, madeEnds, new Date(now.getTime() + formerKeyDays * 86_400_000).toISOString());
  const ends = await readStored<string>(db, madeEnds);
  return ends !== undefined && new Date(ends) > now ? [key] : [];
}

/**
 * Nightly, once everything sealed was sealed again: the made key is deleted when its month is over. Without SECRET_KEYS
 * (`configured`) it is the only one and stays.
 */
export async function forgetFormerKey(db: Db, configured: string | undefined, now = new Date()): Promise<void> {
  if (!configured?.trim()) return;
  const ends = await readStored<string>(db, madeEnds);
  if (ends !== undefined && new Date(ends) <= now) await forgetStored(db, made, madeEnds);
}

/** HMAC-SHA-256 of purpose and text, base64url. The purpose keeps a signature of one thing from opening another. */
export function sign([key]: SecretKeys, purpose: string, text: string): string {
  return signWith(key, purpose, text);
}

/** True when any of the keys made this signature; compares in constant time. */
export function isSigned(keys: SecretKeys, purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const made = Buffer.from(signWith(key, purpose, text));
    return made.length === given.length && timingSafeEqual(made, given);
  });
}

function signWith(key: string, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
}

/** What is stored of a secret that a cookie or a link carries: SHA-256. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
