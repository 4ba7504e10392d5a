import { endSession } from '#modules/accounts/sessions.ts';
import { readAccess, sessionOfRefresh } from '#modules/accounts/tokens.ts';
import { forgetSession } from '#modules/visitors/session-cookies.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';

/** Ends the session whose tokens the browser holds, also when its access token has run out. Returns the Set-Cookie values that remove it. */
export async function signOut(
  db: Db,
  keys: SecretKeys,
  visit: Visit,
  mainDomain: string,
  now = new Date(),
): Promise<string[]> {
  const { access, refresh } = visit.cookies;
  const session_ids = new Set([
    visit.account?.session_id ?? (await readAccess(keys, access, now)),
    refresh ? await sessionOfRefresh(db, refresh) : null,
  ]);
  for (const session_id of session_ids) if (session_id) await endSession(db, session_id, 'signed_out', now);
  return forgetSession(visit, mainDomain);
}
