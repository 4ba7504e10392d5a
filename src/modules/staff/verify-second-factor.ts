import { sql } from 'kysely';
import { noteSecondFactor } from '#modules/accounts/second-factor.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { staffCodeForm } from './schema.ts';
import { matchedStep, openTotpSecret, sealTotpSecret } from './totp.ts';

/** Per person, whatever the session: who knows a password may open sessions without end. */
const tries = [
  { scope: 'second_factor', max: 5, windowSeconds: 300 },
  { scope: 'second_factor_day', max: 40, windowSeconds: 86_400 },
] as const;

/**
 * Notes in the session that its member of staff showed the code of their app: six digits of this 30-second step or its
 * neighbours, each good once. Throws forbidden for who is no staff, wrong_code, too_many after 5 tries in 5 minutes or
 * 40 in a day. Not inside a transaction: a rolled back try would not count.
 */
export async function verifySecondFactor(
  db: Db,
  keys: SecretKeys,
  { session_id, staff }: Pick<SignedIn, 'session_id' | 'staff'>,
  code: string,
  now = new Date(),
): Promise<void> {
  if (!staff) throw new Refusal('forbidden');
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) throw wrongCode();
  for (const { scope, max, windowSeconds } of tries) {
    const wait = await takeLimit(db, scope, staff.user_id, max, windowSeconds);
    if (wait > 0) throw tooMany(wait, 'Слишком много попыток ввести код. Попробуйте через несколько минут');
  }
  const row = await db
    .selectFrom('staff')
    .select('totp_secret')
    .where('user_id', '=', staff.user_id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('forbidden');
  const secret = openTotpSecret(keys, staff.user_id, row.totp_secret);
  const step = matchedStep(secret.text, digits, now);
  if (step === null) throw wrongCode();
  // Under a changed SECRET_KEYS the secret is written again here, so that the old key can go once everybody has signed
  // in.
  const totp_secret = secret.isCurrent ? row.totp_secret : sealTotpSecret(keys, staff.user_id, secret.text);
  const { numAffectedRows } = await sql`
    update staff set totp_step = ${step}, totp_secret = ${totp_secret}
    where user_id = ${staff.user_id}::uuid and totp_step < ${step} and totp_secret = ${row.totp_secret} and dismissed_at is null`.execute(
    db,
  );
  if (numAffectedRows === 0n) throw wrongCode();
  if (!(await noteSecondFactor(db, { id: session_id, user_id: staff.user_id }, now))) throw wrongCode();
}

function wrongCode(): Refusal {
  return new Refusal('wrong_code', { fields: { code: staffCodeForm.code.wrong } });
}
