import { browserCookie, waitingLinkCookie } from '#modules/accounts/seat.ts';
import type { Tokens } from '#modules/accounts/sessions.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { visitorCookieSeconds } from '#shared/constants.ts';
import { sessionCookies } from './session-cookies.ts';
import type { Visit } from './visit.ts';

type Place = Pick<Visit, 'host' | 'isSecure'>;

/**
 * Set-Cookie values after a sign-in: the session's, and `browser`, HttpOnly, by which the account knows this browser again: strangers'
 * failures do not delay it. It opens nothing by itself. `visit` is the signed-in one.
 */
export function signInCookies(
  visit: Place & { kind: Visit['kind']; cookies: Visit['cookies'] },
  mainDomain: string,
  tokens: Tokens & { browser: string },
): string[] {
  const base = { domain: cookieDomain(visit.host, mainDomain), secure: visit.isSecure, httpOnly: true };
  return [
    ...sessionCookies(visit, mainDomain, tokens),
    serializeCookie(browserCookie, tokens.browser, { ...base, maxAgeSeconds: visitorCookieSeconds }),
    ...(visit.cookies[waitingLinkCookie] ? [waitingLink(visit, mainDomain, null)] : []),
  ];
}

/** The cookie of a Yandex account that waits for a code in this browser, 30 minutes; null removes it. */
export function waitingLink(visit: Place, mainDomain: string, secret: string | null): string {
  return serializeCookie(waitingLinkCookie, secret ?? '', {
    domain: cookieDomain(visit.host, mainDomain),
    secure: visit.isSecure,
    httpOnly: true,
    maxAgeSeconds: secret === null ? 0 : 1_800,
  });
}
