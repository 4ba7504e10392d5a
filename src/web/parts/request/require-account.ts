import { redirect } from 'react-router';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { pagePathOf } from '#shared/data-address.ts';
import { loginUrl } from '#shared/urls.ts';

/** S6-02: the signed-in person, or a way to the login page and back to this very page. */
export function requireAccount(requestContext: RequestContext, request: Request): SignedIn {
  if (requestContext.account) return requestContext.account;
  const { pathname, search } = new URL(request.url);
  // An action sees the address of the data: '/a/_.data' is '/a/'.
  throw redirect(loginUrl(pagePathOf(pathname) + search));
}
