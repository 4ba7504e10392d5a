import { parseCookie } from 'cookie';

export type CookieOptions = { domain?: string | null; maxAgeSeconds?: number; httpOnly?: boolean; secure?: boolean };

// RFC 6265: a token for the name, cookie-octets for the value.
const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const valuePattern = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/**
 * One Set-Cookie value, or what is assigned to `document.cookie`, with Path=/ and SameSite=Lax. maxAgeSeconds 0 deletes
 * the cookie. Throws TypeError on a name or value a cookie may not hold (S5-04).
 */
export function serializeCookie(name: string, value: string, options: CookieOptions = {}): string {
  if (!namePattern.test(name)) throw new TypeError(`Недопустимое имя cookie: ${JSON.stringify(name)}`);
  if (!valuePattern.test(value)) throw new TypeError(`Недопустимое значение cookie ${name}`);
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax'];
  if (options.domain) parts.push(`Domain=${options.domain}`);
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`);
  if (options.httpOnly) parts.push('HttpOnly');
  if (options.secure) parts.push('Secure');
  return parts.join('; ');
}

/**
 * MAIN_DOMAIN when the host is it or under it, so that all branches share the cookie; else null: browsers refuse a
 * foreign Domain.
 */
export function cookieDomain(host: string, mainDomain: string): string | null {
  return host === mainDomain || host.endsWith(`.${mainDomain}`) ? mainDomain : null;
}

/**
 * Name → value as it was sent, of a Cookie header or `document.cookie`; the first of two cookies with one name wins, as
 * browsers send the closest first.
 */
export function parseCookies(header: string | undefined): Record<string, string> {
  return parseCookie(header ?? '', { decode: (value) => value }) as Record<string, string>; // none without a value
}
