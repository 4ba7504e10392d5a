import type { FormTerms } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';

const purpose = 'form stamp';
const longestOpenMs = 7 * 86_400_000;

/**
 * Goes with a form that is handed out: when, signed for this form. A cached page carries the stamp of the moment it was
 * rendered.
 */
export function formStamp(keys: SecretKeys, code: string, now = new Date()): string {
  const at = now.getTime().toString(36);
  return `${at}.${sign(keys, purpose, `${code} ${at}`)}`;
}

const again = 'Проверьте, что указано, и нажмите кнопку ещё раз';

/**
 * Refuses what no person sent: a filled trap, a form that was never handed out or only this instant. The words help a
 * person whom it meets by mistake: pressing again is enough.
 */
export function requirePerson(
  keys: SecretKeys,
  code: string,
  { trap, stamp }: { trap: string; stamp: string },
  { least_ms }: Pick<FormTerms, 'least_ms'>,
  now = new Date(),
): void {
  const [at = '', signature = ''] = stamp.split('.');
  const isOurs = isSigned(keys, purpose, `${code} ${at}`, signature);
  const age = now.getTime() - Number.parseInt(at, 36);
  if (trap !== '' || !isOurs || age < least_ms || age > longestOpenMs) throw new Refusal('bad_input', {}, again);
}

const scope = 'forms';

/** Counts one form of this network address; throws too_many. Call it outside the transaction that stores the form. */
export async function takeFormLimit(
  db: Db,
  address: string,
  { per_hour }: Pick<FormTerms, 'per_hour'>,
  now = new Date(),
): Promise<void> {
  const wait = await takeLimit(db, scope, address, per_hour, 3_600, now);
  if (wait > 0) throw tooMany(wait, 'Слишком много заявок подряд. Позвоните нам или попробуйте через час');
}

/** Seconds until this address may send again; asked before a large body is read. */
export function formWait(
  db: Db,
  address: string,
  { per_hour }: Pick<FormTerms, 'per_hour'>,
  now = new Date(),
): Promise<number> {
  return limitWait(db, scope, [address], per_hour, 3_600, now);
}
