import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type GrowingPause, returnTry, takeSlowTry, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { findUserByEmail } from './create-user.ts';
import { linkIdentity } from './identities.ts';
import { checkCode, claimCode } from './proof/codes.ts';
import { returnEmail } from './proof/email-limits.ts';
import { knowledgeOf } from './proof/known-requester.ts';
import { claimLink, issueLink } from './proof/one-time-links.ts';
import { startSession } from './proof/start-session.ts';
import type { Requester } from './requester.ts';
import type { EmailCodeInput } from './schema.ts';
import type { SignInResult } from './sign-in-result.ts';
import { waitWords } from './wait-words.ts';

/** Wrong codes from one network address, whatever emails it tries. */
const addressPause: GrowingPause = { free: 20, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 3_600 };

/**
 * S7-08: the newest code of the address opens a session, or, for an address nobody has, gives the proof that signing up
 * asks for. A Yandex account that waits in this browser for the code of the same email is linked on the way. Throws
 * wrong_code {checks_left}, too_many. Not inside a transaction: a rolled back check would not count.
 */
export async function signInByCode(
  db: Db,
  keys: SecretKeys,
  { email, auth_code }: EmailCodeInput,
  requester: Requester,
  now = new Date(),
): Promise<SignInResult> {
  const known = await findUserByEmail(db, email);
  const knowledge = await knowledgeOf(db, known?.id ?? null, requester, now);
  const address = knowledge.startsWith('browser') ? null : `address ${requester.address}`;
  const wait = address ? await takeSlowTry(db, 'code checks', address, addressPause, now) : 0;
  if (wait > 0) throw tooMany(wait, `Слишком много попыток. Попробуйте ${waitWords(wait)}`);
  const purpose = { purpose: 'sign_in', user_id: null } as const;
  const { id, checks_left } = await checkCode(db, keys, purpose, email, auth_code, knowledge === 'stranger', now);
  if (id === null) throw new Refusal('wrong_code', { checks_left });
  if (address) await returnTry(db, 'code checks', address);
  if (knowledge === 'stranger') await returnEmail(db, 'code', requester);
  return db.transaction().execute(async (db) => {
    if (!(await claimCode(db, id, now))) throw new Refusal('wrong_code', { checks_left: 0 });
    const user = await findUserByEmail(db, email);
    if (!user) {
      const proof = await issueLink(db, 'sign_up', { user_id: null, email, identity: null }, now);
      return { kind: 'needs_sign_up', proof, email, full_name: '' };
    }
    const waiting = await claimLink(db, 'yandex', requester.waiting_link, now);
    if (waiting?.identity && waiting.email === email) await linkIdentity(db, user.id, waiting.identity, now);
    const opened = await startSession(db, keys, user.id, 'code', requester, now);
    await sql`update codes set session_id = ${opened.session_id}::uuid where id = ${id}`.execute(db);
    return opened;
  });
}
