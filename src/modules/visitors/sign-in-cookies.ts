import { browserCookie, waitingLinkCookie } from '#modules/accounts/requester.ts';
import type { Tokens } from '#modules/accounts/sessions.ts';
import { visitorCookieSeconds } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import type { RequestContext } from './request-context.ts';
import { sessionCookies } from './session-cookies.ts';

type Place = Pick<RequestContext, 'host' | 'isSecure'>;

/**
 * Set-Cookie values after a sign-in: the session's, and `browser`, HttpOnly, by which the account knows this browser
 * again: strangers' failures do not delay it. It opens nothing by itself. `requestContext` is the signed-in one.
 */
export function signInCookies(
  requestContext: Place & { kind: RequestContext['kind']; cookies: RequestContext['cookies'] },
  mainDomain: string,
  tokens: Tokens & { browser: string },
): string[] {
  const base = {
    domain: cookieDomain(requestContext.host, mainDomain),
    secure: requestContext.isSecure,
    httpOnly: true,
  };
  return [
    ...sessionCookies(requestContext, mainDomain, tokens),
    serializeCookie(browserCookie, tokens.browser, { ...base, maxAgeSeconds: visitorCookieSeconds }),
    ...(requestContext.cookies[waitingLinkCookie] ? [waitingLink(requestContext, mainDomain, null)] : []),
  ];
}

/** The cookie of a Yandex account that waits for a code in this browser, 30 minutes; null removes it. */
export function waitingLink(requestContext: Place, mainDomain: string, secret: string | null): string {
  return serializeCookie(waitingLinkCookie, secret ?? '', {
    domain: cookieDomain(requestContext.host, mainDomain),
    secure: requestContext.isSecure,
    httpOnly: true,
    maxAgeSeconds: secret === null ? 0 : 1_800,
  });
}
