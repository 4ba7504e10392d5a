import type { EmailMessage } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { notMeUrl } from '#shared/urls.ts';
import { findUserByEmail } from './create-user.ts';
import { signInCodeEmail } from './emails.ts';
import { notMeToken } from './not-me.ts';
import { codeChecks, codeMinutes, issueCode } from './proof/codes.ts';
import { nextEmail, takeEmail } from './proof/email-limits.ts';
import { knowledgeOf } from './proof/known-requester.ts';
import type { Requester } from './requester.ts';

/** What the form shows while it waits for the code. */
export type SentCode = { resend_after_seconds: number; expires_after_seconds: number; checks: number };

/**
 * Mails a code of six digits to the address (S7-07): 10 minutes, one use, 5 checks, the newest only. The same code
 * signs in and signs up; email, answer, limits and work are the same whether or not somebody has the address. `email`
 * is lower case (schema's Email). Throws too_many. Not inside a transaction: a rolled back try would not count.
 */
export async function requestSignInCode(
  db: Db,
  keys: SecretKeys,
  email: string,
  requester: Requester,
  now = new Date(),
): Promise<SentCode> {
  return sendSignInCode(db, keys, email, requester, now, (code, notMe) => signInCodeEmail(requester, code, notMe, now));
}

/** The same with an email of its own, which is made from the digits and the address of «Это не я». */
export async function sendSignInCode(
  db: Db,
  keys: SecretKeys,
  email: string,
  requester: Requester,
  now: Date,
  emailOf: (code: string, notMe: string) => EmailMessage,
): Promise<SentCode> {
  const user = await findUserByEmail(db, email);
  const knowledge = await knowledgeOf(db, user?.id ?? null, requester, now);
  await takeEmail(db, 'code', email, knowledge, requester, now);
  await db.transaction().execute(async (db) => {
    const { id, code } = await issueCode(db, keys, { purpose: 'sign_in', user_id: null }, email, now);
    const notMe = requester.origin + notMeUrl(notMeToken(keys, 'code', id, now));
    await storeMail(db, `code ${id}`, email, emailOf(code, notMe), requester.branch.email, true);
  });
  return {
    resend_after_seconds: await nextEmail(db, 'code', email, knowledge, now),
    expires_after_seconds: codeMinutes * 60,
    checks: codeChecks,
  };
}
