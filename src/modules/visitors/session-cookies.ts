import type { Tokens } from '#modules/accounts/sessions.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { accessSeconds, refreshSeconds } from '#shared/constants.ts';
import type { Visit } from './visit.ts';

type Seat = Pick<Visit, 'host' | 'isSecure'>;

/**
 * Set-Cookie values of a session: `access` and `refresh`, both HttpOnly, and `signed` (user, b2b or staff), which scripts read to show the
 * cabinet button and by which kept retail pages are passed by; it opens nothing. `tokens` null: only the mark is written anew.
 */
export function sessionCookies(visit: Seat & { kind: Visit['kind'] }, mainDomain: string, tokens: Tokens | null) {
  const base = { domain: cookieDomain(visit.host, mainDomain), secure: visit.isSecure };
  return [
    ...(tokens
      ? [
          serializeCookie('access', tokens.access, { ...base, httpOnly: true, maxAgeSeconds: accessSeconds }),
          serializeCookie('refresh', tokens.refresh, { ...base, httpOnly: true, maxAgeSeconds: refreshSeconds }),
        ]
      : []),
    serializeCookie('signed', visit.kind, { ...base, maxAgeSeconds: refreshSeconds }),
  ];
}

/** Set-Cookie values that remove the session's cookies; the guest's own cookies stay. */
export function forgetSession(visit: Seat, mainDomain: string): string[] {
  const base = { domain: cookieDomain(visit.host, mainDomain), secure: visit.isSecure, maxAgeSeconds: 0 };
  return [
    serializeCookie('access', '', { ...base, httpOnly: true }),
    serializeCookie('refresh', '', { ...base, httpOnly: true }),
    serializeCookie('signed', '', base),
  ];
}
