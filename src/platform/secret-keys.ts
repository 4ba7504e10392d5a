import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from './database.ts';
import { readStored, storeFirst } from './stored-values.ts';

/**
 * Keys that sign links and secrets: the first signs, all are accepted, so that a key can be changed without breaking
 * emails.
 */
export type SecretKeys = readonly [string, ...string[]];

/**
 * SECRET_KEYS (comma-separated, each of 16 characters or more), else one made once and kept in `settings`. Read once,
 * where a process is put together.
 */
export async function secretKeys(db: Db, configured: string | undefined): Promise<SecretKeys> {
  const [first, ...rest] = (configured ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  if (first !== undefined) {
    if ([first, ...rest].some((key) => key.length < 16)) throw new Error('SECRET_KEYS: ключ короче 16 знаков');
    return [first, ...rest];
  }
  await storeFirst(db, 'secret_key', randomBytes(32).toString('base64url'));
  const made = await readStored<string>(db, 'secret_key');
  if (!made) throw new Error('Не удалось прочитать ключ подписи из настроек');
  return [made];
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
