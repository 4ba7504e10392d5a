import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { notMeUrl } from '#shared/urls.ts';
import { signedInEmail } from '../emails.ts';
import { mainEmail } from '../main-email.ts';
import { notMeToken } from '../not-me.ts';
import { newSecret, type Requester, readSecret } from '../requester.ts';
import { openSession, type SignInWay } from '../sessions.ts';
import type { OpenedSession } from '../sign-in-result.ts';
import { knowledgeOf } from './known-requester.ts';

const wayWords = { password: 'по паролю', yandex: 'через Яндекс ID' } as const;

/**
 * Opens the session and makes its browser known to the account. A sign-in by password or Yandex from a browser the
 * account does not know is told to its email; codes have told it already. Call in the transaction that proved who signs
 * in.
 */
export async function startSession(
  db: Db,
  keys: SecretKeys,
  user_id: string,
  way: SignInWay,
  requester: Requester,
  now: Date,
): Promise<OpenedSession> {
  const knowledge = await knowledgeOf(db, user_id, requester, now);
  const browser = readSecret(requester.browser) ?? newSecret();
  const { session_id, access, refresh } = await openSession(db, keys, user_id, way, requester, now);
  await sql`update sessions set browser = ${hashSecret(browser)} where id = ${session_id}::uuid`.execute(db);
  if ((way === 'password' || way === 'yandex') && !knowledge.startsWith('browser')) {
    const email = await mainEmail(db, user_id);
    const notMe = requester.origin + notMeUrl(notMeToken(keys, 'session', session_id, now));
    if (email) await storeMail(db, `session ${session_id}`, email, signedInEmail(requester, wayWords[way], notMe, now));
  }
  return { kind: 'signed_in', session_id, user_id, access, refresh, browser };
}
