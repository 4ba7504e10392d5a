import { visitorCookieSeconds } from './constants.ts';
import { cookieDomain, serializeCookie } from './cookies.ts';

/** S7-02: the Set-Cookie value of a guest's uuid, which no script reads and all branches share; null removes it. */
export function visitorCookie(
  { host, isSecure }: { host: string; isSecure: boolean },
  mainDomain: string,
  uuid: string | null,
): string {
  return serializeCookie('visitor', uuid ?? '', {
    domain: cookieDomain(host, mainDomain),
    secure: isSecure,
    httpOnly: true,
    maxAgeSeconds: uuid === null ? 0 : visitorCookieSeconds,
  });
}
