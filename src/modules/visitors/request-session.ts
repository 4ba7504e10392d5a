import { renewSession, type Tokens } from '#modules/accounts/sessions.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { readAccess } from '#modules/accounts/tokens.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { RequestContext } from './request-context.ts';
import { contextOfAccount } from './resolve-request-context.ts';
import { forgetSession, sessionCookies } from './session-cookies.ts';

export type RequestSession = { requestContext: RequestContext; cookies: string[] };

/**
 * Who is signed in: the access token's session or, when that token has run out and `mayRenew`, the refresh token's,
 * renewed on the way. `cookies` are the Set-Cookie values to answer with: the new pair, or the removal of a session
 * that is over.
 */
export async function withSession(
  db: Db,
  keys: SecretKeys,
  requestContext: RequestContext,
  mainDomain: string,
  mayRenew: boolean,
  now = new Date(),
): Promise<RequestSession> {
  const { access, refresh } = requestContext.cookies;
  if (!access && !refresh) return { requestContext, cookies: [] };
  const session_id = await readAccess(keys, access, now);
  const account = session_id && (await readSignedIn(db, session_id, now));
  if (account)
    return {
      requestContext: contextOfAccount(requestContext, account),
      cookies: signedCookie(contextOfAccount(requestContext, account)),
    };
  if (!refresh || !mayRenew) return { requestContext, cookies: [] };
  const tokens = await renew(db, keys, refresh, now);
  const renewed = tokens && (await readSignedIn(db, tokens.session_id, now));
  if (!renewed) return { requestContext, cookies: forgetSession(requestContext, mainDomain) };
  const signedIn = contextOfAccount(requestContext, renewed);
  return { requestContext: signedIn, cookies: sessionCookies(signedIn, mainDomain, tokens) };

  /** The readable mark follows the account: a firm whose prices were opened sees them at the next request. */
  function signedCookie(signedIn: RequestContext): string[] {
    if (requestContext.cookies.signed === signedIn.kind) return [];
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
