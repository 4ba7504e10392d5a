import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { hostName } from '#modules/departments/hosts.ts';
import { type Department, type PriceContext, priceContextOf } from '#modules/departments/queries.ts';
import { deviceTypeOf, isRobot } from '#platform/device.ts';
import { parseCookies } from '#shared/cookies.ts';
import { isUuid } from '#shared/uuid.ts';
import type { RequestContext } from './request-context.ts';

export type RequestFacts = {
  requestId: string;
  /** The branch's configured origin. */
  origin: string;
  /** scheme://host[:port] as the browser sees it. */
  here: string;
  userAgent: string | undefined;
  cookieHeader: string | undefined;
  address: string;
  isLocal: boolean;
};

/**
 * The host's branch, the user agent's device, the cookies' visitor (S1-02, S2-31) before anybody is known to be signed
 * in.
 */
export function resolveRequestContext(request: RequestFacts, department: Department): RequestContext {
  const cookies = parseCookies(request.cookieHeader);
  return {
    requestId: request.requestId,
    host: hostName(request.here.replace(/^https?:\/\//, '')),
    origin: request.origin,
    here: request.here,
    department,
    priceContext: priceContextOf(department),
    device: deviceTypeOf(request.userAgent),
    isBot: isRobot(request.userAgent),
    visitor: readVisitor(cookies.visitor),
    kind: 'guest',
    account: null,
    preview: null,
    address: request.address,
    userAgent: request.userAgent ?? '',
    cookies,
    isSecure: request.here.startsWith('https:'),
    isLocal: request.isLocal,
  };
}

/**
 * The same request context with its signed-in person: uuid, kind and price column follow from the account (S6-03), from
 * nothing else.
 */
export function contextOfAccount(requestContext: RequestContext, account: SignedIn): RequestContext {
  const priceContext = priceContextForAccount(requestContext.department, account);
  const kind = account.acting ? 'staff' : isBusinessBuyer(account) ? 'b2b' : 'user';
  return { ...requestContext, account, visitor: account.user_id, kind, priceContext };
}

/** S3-04 is_b2b_buyer: buys for a firm whose business prices are open. */
export function isBusinessBuyer(account: Pick<SignedIn, 'company'> | null): boolean {
  return account?.company?.is_active ?? false;
}

/**
 * The branch's price context as this account is served from it: the firm's own column, else the branch's business
 * column (S1-03).
 */
export function priceContextForAccount(department: Department, account: SignedIn | null): PriceContext {
  const priceContext = priceContextOf(department);
  if (!account?.company?.is_active) return priceContext;
  return { ...priceContext, buyer_price_column: account.company.price_column ?? department.b2b_price };
}

function readVisitor(cookie: string | undefined): string | null {
  return cookie && isUuid(cookie) ? cookie : null;
}
