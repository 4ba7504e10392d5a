import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { forgetTries } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { forgotPasswordUrl, passwordRestoreUrl, signupUrl } from '#shared/urls.ts';
import { findUserByEmail } from './create-user.ts';
import { noAccountEmail, passwordChangedEmail, passwordLinkEmail } from './emails.ts';
import { mainEmail } from './main-email.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { takeEmail } from './proof/email-limits.ts';
import { knowledgeOf } from './proof/known-requester.ts';
import { claimLink, issueLink, readLink } from './proof/one-time-links.ts';
import type { Requester } from './requester.ts';
import { endSessions } from './sessions.ts';
import { passwordTriesKey } from './sign-in-by-password.ts';

/**
 * Mails the link that sets a new password: 30 minutes, one use, the newest only. The answer is always the same; an
 * address that nobody signs in with gets an email that says so. Throws too_many. Not inside a transaction: a rolled
 * back try would not count.
 */
export async function requestPasswordReset(
  db: Db,
  email: string,
  requester: Requester,
  now = new Date(),
): Promise<void> {
  const user = await findUserByEmail(db, email);
  const knowledge = await knowledgeOf(db, user?.id ?? null, requester, now);
  await takeEmail(db, 'password link', email, knowledge, requester, now);
  await db.transaction().execute(async (db) => {
    if (!user) {
      const emailMessage = noAccountEmail(requester, requester.origin + signupUrl(), now);
      return storeMail(db, `no account ${email} ${now.toISOString()}`, email, emailMessage, requester.branch.email);
    }
    await db
      .updateTable('one_time_links')
      .set({ used_at: now })
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'password')
      .where('used_at', 'is', null)
      .execute();
    const token = await issueLink(db, 'password', { user_id: user.id, email, identity: null }, now);
    const emailMessage = passwordLinkEmail(requester, requester.origin + passwordRestoreUrl(token), now);
    await storeMail(
      db,
      `password link ${user.id} ${now.toISOString()}`,
      email,
      emailMessage,
      requester.branch.email,
      true,
    );
  });
}

/** Whether the link of an email still sets a password: asked by the page before it shows its form. */
export async function isPasswordLink(db: Db, token: string | null, now = new Date()): Promise<boolean> {
  return (await readLink(db, 'password', token, now)) !== null;
}

/**
 * Sets the password by the link of the email, ends every session and mails a notice. It signs nobody in: the new
 * password does. Delays by strangers' failures end with it. Throws link_expired, bad_input for a leaked password. Call
 * in a transaction.
 */
export async function restorePassword(
  db: Db,
  { token, password }: { token: string; password: string },
  requester: Requester,
  now = new Date(),
): Promise<{ email: string }> {
  const link = await claimLink(db, 'password', token, now);
  if (!link?.user_id || !link.email) throw new Refusal('link_expired');
  // The address may have left the account since: who reads its mail is nobody here any more.
  if ((await findUserByEmail(db, link.email))?.id !== link.user_id) throw new Refusal('link_expired');
  await refuseWeakPassword(password, [link.email]);
  await setPassword(db, link.user_id, password, now);
  await endSessions(db, link.user_id, 'password_changed', { now });
  await forgetTries(db, 'password', [passwordTriesKey(link.email, 'stranger')]);
  await emailPasswordChanged(db, link.user_id, requester, now);
  return { email: link.email };
}

/** Stores the password's argon2id hash. */
export async function setPassword(db: Db, user_id: string, password: string, now: Date): Promise<void> {
  const password_hash = await hashPassword(password);
  await db
    .updateTable('users')
    .set({ password_hash, password_changed_at: now })
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Tells the main confirmed email that the password is another now, and where to take it back. */
export async function emailPasswordChanged(db: Db, user_id: string, requester: Requester, now: Date): Promise<void> {
  const email = await mainEmail(db, user_id);
  if (!email) return;
  const emailMessage = passwordChangedEmail(requester, requester.origin + forgotPasswordUrl(), now);
  await storeMail(db, `password changed ${user_id} ${now.toISOString()}`, email, emailMessage, requester.branch.email);
}
