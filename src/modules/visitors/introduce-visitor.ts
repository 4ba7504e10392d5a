import { randomUUID } from 'node:crypto';
import { visitorCookie } from '#shared/visitor-cookie.ts';
import type { RequestContext } from './request-context.ts';
import { forgetSession } from './session-cookies.ts';

export type Introduction = { uuid: string | null; cookies: string[] };

/**
 * The visitor's uuid, made now if there is none: only a mutation or GET /api/_auth/cookie may call this, never a page.
 * A robot gets none, and a signed-in person's is the account's own and stands in no cookie. `cookies` are the
 * Set-Cookie values to answer with; the term starts again at each call.
 */
export function introduceVisitor(requestContext: RequestContext, mainDomain: string): Introduction {
  if (requestContext.isBot) return { uuid: null, cookies: [] };
  if (requestContext.account) return { uuid: requestContext.visitor, cookies: [] };
  const uuid = requestContext.visitor ?? randomUUID();
  return { uuid, cookies: [visitorCookie(requestContext, mainDomain, uuid)] };
}

/** Set-Cookie values that end the session (S7-05): who is signed in, and the guest's uuid. */
export function endSession(requestContext: RequestContext, mainDomain: string): string[] {
  return [...forgetSession(requestContext, mainDomain), visitorCookie(requestContext, mainDomain, null)];
}
