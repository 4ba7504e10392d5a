import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#platform/refusal.ts';
import { once } from '#shared/per-object.ts';
import { weakPassword } from './schema.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Some 30 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), cost);
}

/**
 * Whether this is the password of the hash. The work is the same when there is none (no account, or an account without
 * password).
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await verify(stored ?? (await dummyHash()), normalise(password));
  return isRight && stored !== null;
}

/**
 * Throws bad_input {fields.password} when the password is among the tens of thousands that are tried first, or is the
 * email itself (NIST SP 800-63B, §3.1.1). Length is the schema's.
 */
export async function refuseWeakPassword(password: string, emails: string[]): Promise<void> {
  const typed = normalise(password).toLowerCase();
  const isEmail = emails.some((email) => typed === email || typed === email.split('@', 1)[0]);
  if (isEmail || (await leakedPasswords()).has(typed)) {
    throw new Refusal('bad_input', { fields: { password: weakPassword } });
  }
}

/** One keyboard's й is one sign, another's is two: both are the same password. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

const dummyHash = once(() => hash('nobody has this password', cost));

/** Read at first need: half a megabyte that few processes ever ask for. */
const leakedPasswords = once(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));
});
