import { endSession } from '#modules/accounts/sessions.ts';
import type { OpenedSession } from '#modules/accounts/sign-in-result.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { contextOfAccount } from '#modules/visitors/resolve-request-context.ts';
import { signInCookies } from '#modules/visitors/sign-in-cookies.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { rememberMerged } from './merge-note.ts';
import { settleGuest } from './settle-guest.ts';

export type SignedInContext = {
  /** The request context as the person's from now on. */
  requestContext: RequestContext;
  /** Set-Cookie values to answer with. */
  cookies: string[];
};

/**
 * What every entry point does once a sign-in has opened a session: the cookies of it, the end of the session this
 * browser had before, and what the guest left: the cart is merged (S4-10) and told of on the next page, the comparison
 * follows. Call after the transaction of the sign-in.
 */
export async function afterSignIn(
  db: Db,
  requestContext: RequestContext,
  mainDomain: string,
  opened: OpenedSession,
  now = new Date(),
): Promise<SignedInContext> {
  if (requestContext.account) await endSession(db, requestContext.account.session_id, 'signed_out', now);
  const account = await readSignedIn(db, opened.session_id, now);
  if (!account) throw new Refusal('signed_out');
  const signedIn = contextOfAccount(requestContext, account);
  const settled = await settleGuest(db, signedIn, mainDomain, now);
  const cookies = [
    ...signInCookies(signedIn, mainDomain, opened),
    ...settled.cookies,
    ...rememberMerged(signedIn, mainDomain, settled.added),
  ];
  return { requestContext: signedIn, cookies };
}
