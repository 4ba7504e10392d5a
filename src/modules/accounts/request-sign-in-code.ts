import type { Letter } from '#modules/mail/letter.ts';
import { keepMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { notMeUrl } from '#shared/urls.ts';
import { findUserByEmail } from './create-user.ts';
import { signInCodeLetter } from './letters.ts';
import { notMeToken } from './not-me.ts';
import { codeChecks, codeMinutes, issueCode } from './proof/codes.ts';
import { knowledgeOf } from './proof/known-seat.ts';
import { nextLetter, takeLetter } from './proof/letter-limits.ts';
import type { Seat } from './seat.ts';

/** What the form shows while it waits for the code. */
export type SentCode = { resend_after_seconds: number; expires_after_seconds: number; checks: number };

/**
 * Mails a code of six digits to the address (S7-07): 10 minutes, one use, 5 checks, the newest only. The same code signs in and signs up;
 * letter, answer, limits and work are the same whether or not somebody has the address. `email` is lower case (schema's Email). Throws
 * too_many. Not inside a transaction: a rolled back try would not count.
 */
export async function requestSignInCode(
  db: Db,
  keys: SecretKeys,
  email: string,
  seat: Seat,
  now = new Date(),
): Promise<SentCode> {
  return sendSignInCode(db, keys, email, seat, now, (code, notMe) => signInCodeLetter(seat, code, notMe, now));
}

/** The same with a letter of its own, which is made from the digits and the address of «Это не я». */
export async function sendSignInCode(
  db: Db,
  keys: SecretKeys,
  email: string,
  seat: Seat,
  now: Date,
  letterOf: (code: string, notMe: string) => Letter,
): Promise<SentCode> {
  const user = await findUserByEmail(db, email);
  const knowledge = await knowledgeOf(db, user?.id ?? null, seat, now);
  await takeLetter(db, 'code', email, knowledge, seat, now);
  await db.transaction().execute(async (db) => {
    const { id, code } = await issueCode(db, keys, { purpose: 'sign_in', user_id: null }, email, now);
    const notMe = seat.origin + notMeUrl(notMeToken(keys, 'code', id, now));
    await keepMail(db, `code ${id}`, email, letterOf(code, notMe), seat.branch.email, true);
  });
  return {
    resend_after_seconds: await nextLetter(db, 'code', email, knowledge, now),
    expires_after_seconds: codeMinutes * 60,
    checks: codeChecks,
  };
}
