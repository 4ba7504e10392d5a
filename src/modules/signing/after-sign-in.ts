import { endSession } from '#modules/accounts/sessions.ts';
import type { OpenedSession } from '#modules/accounts/sign-in-result.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { visitOfAccount } from '#modules/visitors/resolve-visit.ts';
import { signInCookies } from '#modules/visitors/sign-in-cookies.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { rememberMerged } from './merge-note.ts';
import { settleGuest } from './settle-guest.ts';

export type SignedInVisit = {
  /** The visit as the person's from now on. */
  visit: Visit;
  /** Set-Cookie values to answer with. */
  cookies: string[];
};

/**
 * What every door does once a sign-in has opened a session: the cookies of it, the end of the session this browser had before, and
 * what the guest left: the cart is merged (S4-10) and told of on the next page, the comparison follows. Call after the transaction of the
 * sign-in.
 */
export async function afterSignIn(
  db: Db,
  visit: Visit,
  mainDomain: string,
  opened: OpenedSession,
  now = new Date(),
): Promise<SignedInVisit> {
  if (visit.account) await endSession(db, visit.account.session_id, 'signed_out', now);
  const account = await readSignedIn(db, opened.session_id, now);
  if (!account) throw new Refusal('signed_out');
  const signedIn = visitOfAccount(visit, account);
  const settled = await settleGuest(db, signedIn, mainDomain, now);
  const cookies = [
    ...signInCookies(signedIn, mainDomain, opened),
    ...settled.cookies,
    ...rememberMerged(signedIn, mainDomain, settled.added),
  ];
  return { visit: signedIn, cookies };
}
