import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { proofCodeEmail } from './emails.ts';
import { mainEmail } from './main-email.ts';
import { checkCode, claimCode, codeChecks, codeMinutes, issueCode } from './proof/codes.ts';
import { nextEmail, takeEmail } from './proof/email-limits.ts';
import type { SentCode } from './request-sign-in-code.ts';
import type { Requester } from './requester.ts';
import type { SignedIn } from './signed-in.ts';

type Own = Pick<SignedIn, 'session_id' | 'user_id'>;

/**
 * Minutes for which signing in, or a code of the main email, proves who sits there (OWASP ASVS 5, 7.5.1: before ways to
 * sign in change).
 */
const proofMinutes = 15;

/** Whether the person of this session signed in, or entered a code of the main email, less than 15 minutes ago. */
export async function hasRecentProof(db: Db, { session_id }: Own, now = new Date()): Promise<boolean> {
  const since = new Date(now.getTime() - proofMinutes * 60_000);
  const { rows } = await sql`select from sessions where id = ${session_id}::uuid and proved_at > ${since}`.execute(db);
  return rows.length > 0;
}

/**
 * What changes how an account is signed in to needs a recent proof: a stolen or forgotten session alone gives nobody
 * the account for good. Throws proof_needed.
 */
export async function requireRecentProof(db: Db, account: Own, now = new Date()): Promise<void> {
  if (!(await hasRecentProof(db, account, now))) throw new Refusal('proof_needed');
}

/**
 * Mails the code that proves the person to the main email. Throws too_many, proof_needed where there is no email. Not
 * inside a transaction.
 */
export async function requestProofCode(
  db: Db,
  keys: SecretKeys,
  { user_id }: Own,
  requester: Requester,
  now = new Date(),
): Promise<SentCode> {
  const email = await mainEmail(db, user_id);
  if (!email) throw new Refusal('proof_needed', {}, 'Выйдите и войдите снова: так мы поймём, что это вы');
  await takeEmail(db, 'proof code', email, `user ${user_id}`, requester, now);
  await db.transaction().execute(async (db) => {
    const { id, code } = await issueCode(db, keys, { purpose: 'proof', user_id }, email, now);
    await storeMail(db, `proof code ${id}`, email, proofCodeEmail(requester, code, now), requester.branch.email, true);
  });
  return {
    resend_after_seconds: await nextEmail(db, 'proof code', email, `user ${user_id}`, now),
    expires_after_seconds: codeMinutes * 60,
    checks: codeChecks,
  };
}

/**
 * The code is right: this session counts as proved from now on. Throws wrong_code {checks_left}. Not inside a
 * transaction.
 */
export async function provePerson(
  db: Db,
  keys: SecretKeys,
  { user_id, session_id }: Own,
  auth_code: string,
  now = new Date(),
): Promise<void> {
  const email = (await mainEmail(db, user_id)) ?? '';
  const { id, checks_left } = await checkCode(db, keys, { purpose: 'proof', user_id }, email, auth_code, true, now);
  if (id === null) throw new Refusal('wrong_code', { checks_left });
  await db.transaction().execute(async (db) => {
    if (!(await claimCode(db, id, now))) throw new Refusal('wrong_code', { checks_left: 0 });
    await sql`update sessions set proved_at = ${now} where id = ${session_id}::uuid and ended_at is null`.execute(db);
  });
}
