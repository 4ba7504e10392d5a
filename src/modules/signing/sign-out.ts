import { randomUUID } from 'node:crypto';
import { endSession } from '#modules/accounts/sessions.ts';
import { readAccess, sessionOfRefresh } from '#modules/accounts/tokens.ts';
import { endSession as endSessionCookies } from '#modules/visitors/introduce-visitor.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { forgetSession } from '#modules/visitors/session-cookies.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { visitorCookie } from '#shared/visitor-cookie.ts';
import { compareCookies } from './settle-guest.ts';

/**
 * Ends the session whose tokens the browser holds, also when its access token has run out (S7-05). Returns the
 * Set-Cookie values: the session's cookies and the guest's uuid are removed. The cart stays with the account and the
 * guest begins an empty one; the comparison is this browser's (S7-29) and follows to a new uuid.
 */
export async function signOut(
  db: Db,
  keys: SecretKeys,
  requestContext: RequestContext,
  mainDomain: string,
  now = new Date(),
): Promise<string[]> {
  const { access, refresh } = requestContext.cookies;
  const session_ids = new Set([
    requestContext.account?.session_id ?? (await readAccess(keys, access, now)),
    refresh ? await sessionOfRefresh(db, refresh) : null,
  ]);
  for (const session_id of session_ids) if (session_id) await endSession(db, session_id, 'signed_out', now);
  const uuid = randomUUID();
  const compare = compareCookies(requestContext, mainDomain, uuid);
  return compare.length > 0
    ? [...forgetSession(requestContext, mainDomain), visitorCookie(requestContext, mainDomain, uuid), ...compare]
    : endSessionCookies(requestContext, mainDomain);
}
