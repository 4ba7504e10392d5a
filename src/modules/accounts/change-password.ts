import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { mainEmail } from './main-email.ts';
import { isPassword, refuseWeakPassword } from './passwords.ts';
import type { Requester } from './requester.ts';
import { emailPasswordChanged, setPassword } from './restore-password.ts';
import { endSessions } from './sessions.ts';
import { takePasswordTry } from './sign-in-by-password.ts';

/**
 * A signed-in person changes the password: the current one is asked, all other sessions end, a notice is mailed. Throws
 * wrong_password, no_password (the first one is set by an email's link: requestPasswordReset), too_many, bad_input for
 * a leaked one. Not inside a transaction: a rolled back try would not count.
 */
export async function changePassword(
  db: Db,
  { user_id, session_id }: { user_id: string; session_id: string },
  { current_password, password }: { current_password: string; password: string },
  requester: Requester,
  now = new Date(),
): Promise<void> {
  const [user, email] = await Promise.all([
    db.selectFrom('users').select('password_hash').where('id', '=', user_id).executeTakeFirstOrThrow(),
    mainEmail(db, user_id),
  ]);
  if (!user.password_hash) throw new Refusal('no_password');
  const tries = await takePasswordTry(db, email ?? user_id, user_id, requester, now);
  if (!(await isPassword(current_password, user.password_hash))) {
    throw new Refusal('wrong_password', { fields: { current_password: 'Текущий пароль не подходит' } });
  }
  await tries.forget();
  await refuseWeakPassword(password, email ? [email] : []);
  await db.transaction().execute(async (db) => {
    await setPassword(db, user_id, password, now);
    await endSessions(db, user_id, 'password_changed', { except: session_id, now });
    await emailPasswordChanged(db, user_id, requester, now);
  });
}

/** Whether a password was ever set: decides which form the profile shows. */
export async function hasPassword(db: Db, user_id: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select((select) => select('password_hash', 'is not', null).as('is_set'))
    .where('id', '=', user_id)
    .executeTakeFirst();
  return Boolean(user?.is_set);
}
