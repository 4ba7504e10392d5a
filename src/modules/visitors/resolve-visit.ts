import { answerHost, hostName } from '#modules/departments/hosts.ts';
import { type Department, shelfOf } from '#modules/departments/queries.ts';
import { parseCookies } from '#platform/cookies.ts';
import { deviceOf, isRobot } from '#platform/device.ts';
import type { Visit } from './visit.ts';

export type VisitRequest = {
  requestId: string;
  /** Host header, with or without a port. */
  host: string;
  scheme: 'http' | 'https';
  userAgent: string | undefined;
  cookieHeader: string | undefined;
  address: string;
};

/**
 * Host → branch, user agent → device, cookies → visitor (S1-02, S2-31). Returns null for a host that belongs to no branch:
 * the caller answers 404 with the list of cities and never shows another city's prices.
 */
export function resolveVisit(request: VisitRequest, departments: Department[], mainDomain: string): Visit | null {
  const host = hostName(request.host);
  const answer = answerHost(host, departments, mainDomain);
  if (answer.kind === 'unknown') return null;
  const { department } = answer;
  const cookies = parseCookies(request.cookieHeader);
  const visitor = cookies.visitor;
  return {
    requestId: request.requestId,
    host,
    origin: `${request.scheme}://${request.host}`,
    department,
    shelf: shelfOf(department),
    device: deviceOf(request.userAgent),
    isBot: isRobot(request.userAgent),
    visitor: visitor && uuidPattern.test(visitor) ? visitor : null,
    kind: 'guest',
    address: request.address,
    cookies,
    isSecure: request.scheme === 'https',
  };
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
