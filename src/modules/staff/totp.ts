import { Secret, TOTP } from 'otpauth';
import type { Db } from '#platform/database.ts';
import { decrypt, encrypt, resealed } from '#platform/encryption.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';

const periodSeconds = 30;

/** A new secret of RFC 6238, base32, 160 bits. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator app reads from the QR code. `email` tells two entries of one phone apart. */
export function otpauthUrl(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The six digits that an app with this secret shows at `now`. */
export function totpCode(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}

/** The 30-second step this code belongs to, now or one step to either side; null: a wrong code. */
export function matchedStep(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/** The secret as it is stored, bound to its person. */
export function sealTotpSecret(keys: SecretKeys, user_id: string, secret: string): Buffer {
  return encrypt(keys, purposeOf(user_id), secret);
}

/** The stored secret, and whether the newest key wrote it. A fault when no key opens it: SECRET_KEYS has lost one. */
export function openTotpSecret(keys: SecretKeys, user_id: string, sealed: Buffer) {
  const opened = decrypt(keys, purposeOf(user_id), sealed);
  if (!opened) throw new Error(`the second factor of staff ${user_id} cannot be read with SECRET_KEYS`);
  return opened;
}

/** Secrets that an older key wrote are written again under the first one: nobody has to sign in for that. */
export async function resealTotpSecrets(db: Db, keys: SecretKeys): Promise<void> {
  const rows = await db.selectFrom('staff').select(['user_id', 'totp_secret']).execute();
  for (const { user_id, totp_secret } of rows) {
    const sealed = resealed(keys, purposeOf(user_id), totp_secret);
    if (!sealed) continue;
    const unchanged = db.updateTable('staff').where('user_id', '=', user_id).where('totp_secret', '=', totp_secret);
    await unchanged.set({ totp_secret: sealed }).execute();
  }
}

const purposeOf = (user_id: string) => `totp ${user_id}`;

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'ИДД', label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });
}
