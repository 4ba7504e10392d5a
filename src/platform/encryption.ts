import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under the first of the shop's keys: nonce, tag, ciphertext. `purpose` keeps what was written for one
 * thing (a kind and its row's id) from being read as another.
 */
export function encrypt([key]: SecretKeys, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * What `encrypt` wrote, under whichever of the keys it was. `isCurrent` is false when an older key opened it: write it
 * again before that key is taken out of SECRET_KEYS. null: none of the keys opens it, or it was written for something
 * else, or changed.
 */
export function decrypt(
  keys: SecretKeys,
  purpose: string,
  sealed: Buffer,
): { text: string; isCurrent: boolean } | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  for (const [index, key] of keys.entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const body = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return { text: body.toString('utf8'), isCurrent: index === 0 };
    } catch {
      // Another key may have written it.
    }
  }
  return null;
}

/** What an older key wrote, under the first one; null: the first one wrote it, or none of the keys opens it. */
export function resealed(keys: SecretKeys, purpose: string, sealed: Buffer): Buffer | null {
  const opened = decrypt(keys, purpose, sealed);
  return opened && !opened.isCurrent ? encrypt(keys, purpose, opened.text) : null;
}

/** Keys of SECRET_KEYS may have any length and also sign links: encryption has its own, made from them. */
function cipherKey(key: string): Buffer {
  return createHmac('sha256', key).update('encryption').digest();
}
