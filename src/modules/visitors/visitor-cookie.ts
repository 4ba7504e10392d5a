import { randomUUID } from 'node:crypto';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { visitorCookieSeconds } from '#shared/constants.ts';
import { forgetSession } from './session-cookies.ts';
import type { Visit } from './visit.ts';

export type Introduction = { uuid: string | null; cookies: string[] };

/**
 * The visitor's uuid, made now if there is none: only a mutation or GET /api/_auth/cookie may call this, never a page. A robot
 * gets none, and a signed-in person's is the account's own and stands in no cookie. `cookies` are the Set-Cookie values to answer with;
 * the term starts anew at each call.
 */
export function introduceVisitor(visit: Visit, mainDomain: string): Introduction {
  if (visit.isBot) return { uuid: null, cookies: [] };
  if (visit.account) return { uuid: visit.visitor, cookies: [] };
  const uuid = visit.visitor ?? randomUUID();
  return { uuid, cookies: [visitorCookie(visit, mainDomain, uuid, visitorCookieSeconds)] };
}

/** Set-Cookie values that end the session (S7-05): who is signed in, and the guest's uuid. */
export function endSession(visit: Visit, mainDomain: string): string[] {
  return [...forgetSession(visit, mainDomain), visitorCookie(visit, mainDomain, '', 0)];
}

function visitorCookie(visit: Visit, mainDomain: string, value: string, maxAgeSeconds: number): string {
  const domain = cookieDomain(visit.host, mainDomain);
  return serializeCookie('visitor', value, { domain, maxAgeSeconds, httpOnly: true, secure: visit.isSecure });
}
