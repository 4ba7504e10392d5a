import { hostName } from '#modules/departments/hosts.ts';
import { type Department, shelfOf } from '#modules/departments/queries.ts';
import { parseCookies } from '#platform/cookies.ts';
import { deviceOf, isRobot } from '#platform/device.ts';
import type { Visit } from './visit.ts';

export type VisitRequest = {
  requestId: string;
  /** scheme://host[:port] as the browser sees it. */
  origin: string;
  userAgent: string | undefined;
  cookieHeader: string | undefined;
  address: string;
};

/** The host's branch, the user agent's device, the cookies' visitor (S1-02, S2-31): who asks, from where, on what. */
export function resolveVisit(request: VisitRequest, department: Department): Visit {
  const cookies = parseCookies(request.cookieHeader);
  return {
    requestId: request.requestId,
    host: hostName(request.origin.replace(/^https?:\/\//, '')),
    origin: request.origin,
    department,
    shelf: shelfOf(department),
    device: deviceOf(request.userAgent),
    isBot: isRobot(request.userAgent),
    visitor: readVisitor(cookies.visitor),
    kind: 'guest',
    address: request.address,
    cookies,
    isSecure: request.origin.startsWith('https:'),
  };
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function readVisitor(cookie: string | undefined): string | null {
  return cookie && uuidPattern.test(cookie) ? cookie : null;
}
