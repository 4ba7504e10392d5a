import type { Db } from '#platform/database.ts';
import { forgetTries, type GrowingPause, returnTry, takeSlowTry, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { isPassword } from './passwords.ts';
import { knowledgeOf } from './proof/known-requester.ts';
import { startSession } from './proof/start-session.ts';
import type { Requester } from './requester.ts';
import type { LoginInput } from './schema.ts';
import type { OpenedSession } from './sign-in-result.ts';
import { waitWords } from './wait-words.ts';

/** 10 failures, then a delay that grows and never becomes a lock-out. */
const accountPause: GrowingPause = { free: 10, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 86_400 };
const addressPause: GrowingPause = { ...accountPause, forgetSeconds: 3_600 };

/**
 * S7-06: email and password. Failures are counted per account and knowledge of the requester, and per network address:
 * strangers delay each other, never the owner's known browsers and addresses; a known browser is also free of its
 * address's delay. During a delay nothing is compared. Answer and work are the same when there is no such account or no
 * password. Throws wrong_credentials, too_many. Not inside a transaction: a rolled back try would not count.
 */
export async function signInByPassword(
  db: Db,
  keys: SecretKeys,
  { username, password }: LoginInput,
  requester: Requester,
  now = new Date(),
): Promise<OpenedSession> {
  const user = await findPassword(db, username);
  const tries = await takePasswordTry(db, username, user?.id ?? null, requester, now);
  const isRight = await isPassword(password, user?.password_hash ?? null);
  if (!user || !isRight) throw new Refusal('wrong_credentials');
  await tries.forget();
  return db.transaction().execute((db) => startSession(db, keys, user.id, 'password', requester, now));
}

/** Counts one try of the account's password from this requester; `forget` says that it was right. Throws too_many. */
export async function takePasswordTry(
  db: Db,
  email: string,
  user_id: string | null,
  requester: Requester,
  now: Date,
): Promise<{ forget: () => Promise<void> }> {
  const knowledge = await knowledgeOf(db, user_id, requester, now);
  const account = passwordTriesKey(email, knowledge);
  const address = knowledge.startsWith('browser') ? null : `address ${requester.address}`;
  const waitOfAddress = address ? await takeSlowTry(db, 'password', address, addressPause, now) : 0;
  const wait = waitOfAddress || (await takeSlowTry(db, 'password', account, accountPause, now));
  if (wait > 0) {
    // The account refused: the address has not tried.
    if (address && waitOfAddress === 0) await returnTry(db, 'password', address);
    throw tooMany(wait, `Слишком много неудачных попыток. Попробуйте ${waitWords(wait)} или войдите по коду из письма`);
  }
  return {
    forget: async () => {
      await forgetTries(db, 'password', [account]);
      if (address) await returnTry(db, 'password', address);
    },
  };
}

/** What failures of an account are counted under. */
export function passwordTriesKey(email: string, knowledge: string): string {
  return `account ${email} ${knowledge}`;
}

async function findPassword(db: Db, email: string): Promise<{ id: string; password_hash: string | null } | null> {
  const row = await db
    .selectFrom('contacts as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.password_hash'])
    .where('c.type', '=', 'email')
    .where('c.value', '=', email)
    .where('c.confirmed_at', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
