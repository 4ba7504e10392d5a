import { redirect } from 'react-router';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import { Refusal } from '#platform/refusal.ts';
import { loginUrl } from '#shared/urls.ts';

/** S6-02: the signed-in person, or a way to the login page and back to this very page. */
export function requireAccount(visit: Visit, request: Request): SignedIn {
  if (visit.account) return visit.account;
  const { pathname, search } = new URL(request.url);
  throw redirect(loginUrl(pathname.replace(/\.data$/, '') + search));
}

/** Contacts, password, bonuses and the account itself belong to the customer alone (S6-05). */
export function refuseWhileActing(account: SignedIn): void {
  if (account.acting) throw new Refusal('not_while_acting');
}
