import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { findUserByEmail } from './create-user.ts';
import { yandexCodeEmail } from './emails.ts';
import { findUserByIdentity } from './identities.ts';
import { type Identity, issueLink } from './proof/one-time-links.ts';
import { startSession } from './proof/start-session.ts';
import { type SentCode, sendSignInCode } from './request-sign-in-code.ts';
import type { Requester } from './requester.ts';
import type { SignInResult } from './sign-in-result.ts';

/** A Yandex account as Yandex told it to our server; the person may withhold everything but `id`. */
export type YandexProfile = {
  id: string;
  login: string | null;
  /** Lower case. */
  email: string | null;
  full_name: string;
  /** E.164. */
  phone: string | null;
};

/**
 * An account here has the same email: a code was mailed to it, and once it is typed in this browser the two are linked.
 * `waiting_link` goes into the cookie `yandex_link`.
 */
export type CodeNeeded = { kind: 'needs_code'; email: string; waiting_link: string; sent: SentCode };

/**
 * S7-09: signs in whoever the Yandex account is linked to by its id. The email alone links nothing: of a known one a
 * code is asked, an unknown one leads to signing up. Throws too_many (codes of that email). Not inside a transaction.
 */
export async function signInByYandex(
  db: Db,
  keys: SecretKeys,
  profile: YandexProfile,
  requester: Requester,
  now = new Date(),
): Promise<SignInResult | CodeNeeded> {
  const linked = await findUserByIdentity(db, 'yandex', profile.id);
  if (linked) return db.transaction().execute((db) => startSession(db, keys, linked, 'yandex', requester, now));
  const { id: subject, login, email, phone, full_name } = profile;
  const identity: Identity = { provider: 'yandex', subject, login, email, phone };
  if (email && (await findUserByEmail(db, email))) {
    const sent = await sendSignInCode(db, keys, email, requester, now, (code, notMe) =>
      yandexCodeEmail(requester, code, notMe, login, now),
    );
    const waiting_link = await issueLink(db, 'yandex', { user_id: null, email, identity }, now);
    return { kind: 'needs_code', email, waiting_link, sent };
  }
  const proof = await issueLink(db, 'sign_up', { user_id: null, email, identity }, now);
  return { kind: 'needs_sign_up', proof, email, full_name };
}
