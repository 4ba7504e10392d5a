import { renewSession, type Tokens } from '#modules/accounts/sessions.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { readAccess } from '#modules/accounts/tokens.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { visitOfAccount } from './resolve-visit.ts';
import { forgetSession, sessionCookies } from './session-cookies.ts';
import type { Visit } from './visit.ts';

export type VisitSession = { visit: Visit; cookies: string[] };

/**
 * Who is signed in: the access token's session or, when that token has run out and `mayRenew`, the refresh token's, renewed on the way.
 * `cookies` are the Set-Cookie values to answer with: the new pair, or the removal of a session that is over.
 */
export async function withSession(
  db: Db,
  keys: SecretKeys,
  visit: Visit,
  mainDomain: string,
  mayRenew: boolean,
  now = new Date(),
): Promise<VisitSession> {
  const { access, refresh } = visit.cookies;
  if (!access && !refresh) return { visit, cookies: [] };
  const session_id = await readAccess(keys, access, now);
  const account = session_id && (await readSignedIn(db, session_id, now));
  if (account) return { visit: visitOfAccount(visit, account), cookies: signedCookie(visitOfAccount(visit, account)) };
  if (!refresh || !mayRenew) return { visit, cookies: [] };
  const tokens = await renew(db, keys, refresh, now);
  const renewed = tokens && (await readSignedIn(db, tokens.session_id, now));
  if (!renewed) return { visit, cookies: forgetSession(visit, mainDomain) };
  const signedIn = visitOfAccount(visit, renewed);
  return { visit: signedIn, cookies: sessionCookies(signedIn, mainDomain, tokens) };

  /** The readable mark follows the account: a firm whose prices were opened sees them at the next request. */
  function signedCookie(signedIn: Visit): string[] {
    if (visit.cookies.signed === signedIn.kind) return [];
    return sessionCookies(signedIn, mainDomain, null);
  }
}

async function renew(
  db: Db,
  keys: SecretKeys,
  refresh: string,
  now: Date,
): Promise<(Tokens & { session_id: string }) | null> {
  const renewal = await db.transaction().execute((db) => renewSession(db, keys, refresh, now));
  return renewal.kind === 'renewed' ? renewal : null;
}
