import { randomUUID } from 'node:crypto';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import type { Visit } from './visit.ts';

const visitorCookieSeconds = 400 * 86_400;

/** The cookies that make a session: who is signed in, and the guest's uuid. */
const sessionCookies = ['access', 'refresh', 'signed', 'visitor'];

export type Introduction = { uuid: string | null; cookies: string[] };

/**
 * The visitor's uuid, made now if there is none: only a mutation or GET /api/_auth/cookie may call this, never a page. A robot
 * gets none. `cookies` are the Set-Cookie values to answer with; the term starts anew at each call.
 */
export function introduceVisitor(visit: Visit, mainDomain: string): Introduction {
  if (visit.isBot) return { uuid: null, cookies: [] };
  const uuid = visit.visitor ?? randomUUID();
  return { uuid, cookies: [sessionCookie(visit, mainDomain, 'visitor', uuid, visitorCookieSeconds)] };
}

/** Set-Cookie values that end the session (S7-05). */
export function endSession(visit: Visit, mainDomain: string): string[] {
  return sessionCookies.map((name) => sessionCookie(visit, mainDomain, name, '', 0));
}

function sessionCookie(visit: Visit, mainDomain: string, name: string, value: string, maxAgeSeconds: number): string {
  const domain = cookieDomain(visit.host, mainDomain);
  return serializeCookie(name, value, { domain, maxAgeSeconds, httpOnly: true, secure: visit.isSecure });
}
