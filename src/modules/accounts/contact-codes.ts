import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { forgotPasswordUrl, loginUrl } from '#shared/urls.ts';
import { findUserByEmail } from './create-user.ts';
import { contactAddedEmail, contactCodeEmail, contactTakenEmail } from './emails.ts';
import { mainEmail } from './main-email.ts';
import { checkCode, claimCode, codeChecks, codeMinutes, issueCode } from './proof/codes.ts';
import { nextEmail, takeEmail } from './proof/email-limits.ts';
import { requireRecentProof } from './recent-proof.ts';
import type { SentCode } from './request-sign-in-code.ts';
import type { Requester } from './requester.ts';
import type { EmailCodeInput } from './schema.ts';
import type { SignedIn } from './signed-in.ts';

/**
 * Mails a code to an email that the signed-in person wants among the contacts. The answer is the same when another
 * account has it: then its owner is notified and no code exists. Limits as for signing in, per person. Throws
 * proof_needed, too_many. Not inside a transaction.
 */
export async function requestContactCode(
  db: Db,
  keys: SecretKeys,
  account: Pick<SignedIn, 'session_id' | 'user_id'>,
  email: string,
  requester: Requester,
  now = new Date(),
): Promise<SentCode> {
  const { user_id } = account;
  await requireRecentProof(db, account, now);
  await takeEmail(db, 'contact code', email, `user ${user_id}`, requester, now);
  const owner = await findUserByEmail(db, email);
  await db.transaction().execute(async (db) => {
    const { id, code } = await issueCode(db, keys, { purpose: 'contact', user_id }, email, now);
    const isTaken = owner !== null && owner.id !== user_id;
    const emailMessage = isTaken
      ? contactTakenEmail(requester, requester.origin + loginUrl(), now)
      : contactCodeEmail(requester, code, now);
    await storeMail(db, `contact code ${id}`, email, emailMessage, requester.branch.email, !isTaken);
  });
  return {
    resend_after_seconds: await nextEmail(db, 'contact code', email, `user ${user_id}`, now),
    expires_after_seconds: codeMinutes * 60,
    checks: codeChecks,
  };
}

/**
 * The code confirms the email: from now on it signs in too. The first confirmed address is the main one, further ones
 * 'additional'; the main address is told. Throws wrong_code {checks_left}, email_taken when it was confirmed elsewhere
 * meanwhile. Not inside a transaction.
 */
export async function confirmContact(
  db: Db,
  keys: SecretKeys,
  user_id: string,
  { email, auth_code }: EmailCodeInput,
  requester: Requester,
  now = new Date(),
): Promise<{ contact_id: number }> {
  const purpose = { purpose: 'contact', user_id } as const;
  const { id, checks_left } = await checkCode(db, keys, purpose, email, auth_code, true, now);
  if (id === null) throw new Refusal('wrong_code', { checks_left });
  return db.transaction().execute(async (db) => {
    if (!(await claimCode(db, id, now))) throw new Refusal('wrong_code', { checks_left: 0 });
    // Of two people who prove one address at once the later one is informed.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(db);
    const owner = await findUserByEmail(db, email);
    if (owner && owner.id !== user_id) throw new Refusal('email_taken');
    const main = await mainEmail(db, user_id);
    const { rows } = await sql<{ id: number }>`
      insert into contacts (user_id, type, value, purpose, confirmed_at, created_at)
      values (${user_id}::uuid, 'email', ${email}, ${main === null ? 'main' : 'additional'}, ${now}, ${now})
      on conflict (user_id, type, value) do update set confirmed_at = coalesce(contacts.confirmed_at, excluded.confirmed_at)
      returning id`.execute(db);
    if (main && main !== email) {
      const emailMessage = contactAddedEmail(requester, email, requester.origin + forgotPasswordUrl(), now);
      await storeMail(db, `contact added ${id}`, main, emailMessage, requester.branch.email);
    }
    return { contact_id: ensure(rows[0]).id };
  });
}
