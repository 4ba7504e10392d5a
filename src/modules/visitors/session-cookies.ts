import type { Tokens } from '#modules/accounts/sessions.ts';
import { accessSeconds, refreshSeconds } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import type { RequestContext } from './request-context.ts';

type Requester = Pick<RequestContext, 'host' | 'isSecure'>;

/**
 * Set-Cookie values of a session: `access` and `refresh`, both HttpOnly, and `signed` (user, b2b or staff), which
 * scripts read to show the cabinet button and by which cached retail pages are passed by; it opens nothing. `tokens`
 * null: only the mark is written again.
 */
export function sessionCookies(
  requestContext: Requester & { kind: RequestContext['kind'] },
  mainDomain: string,
  tokens: Tokens | null,
) {
  const base = { domain: cookieDomain(requestContext.host, mainDomain), secure: requestContext.isSecure };
  return [
    ...(tokens
      ? [
          serializeCookie('access', tokens.access, { ...base, httpOnly: true, maxAgeSeconds: accessSeconds }),
          serializeCookie('refresh', tokens.refresh, { ...base, httpOnly: true, maxAgeSeconds: refreshSeconds }),
        ]
      : []),
    serializeCookie('signed', requestContext.kind, { ...base, maxAgeSeconds: refreshSeconds }),
  ];
}

/** Set-Cookie values that remove the session's cookies; the guest's own cookies stay. */
export function forgetSession(requestContext: Requester, mainDomain: string): string[] {
  const base = {
    domain: cookieDomain(requestContext.host, mainDomain),
    secure: requestContext.isSecure,
    maxAgeSeconds: 0,
  };
  return [
    serializeCookie('access', '', { ...base, httpOnly: true }),
    serializeCookie('refresh', '', { ...base, httpOnly: true }),
    serializeCookie('signed', '', base),
  ];
}
