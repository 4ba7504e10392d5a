import { randomBytes } from 'node:crypto';
import type { EstimateKey, EstimateOwner } from '#modules/estimates/owner.ts';
import { secretCookie, secretCookieSeconds } from '#modules/orders/order-access.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What of this visitor opens estimates: the account, and the guest's secret that opens orders too. */
export function estimateKey({ requestContext }: Pick<Shop, 'requestContext'>): EstimateKey {
  const secret = requestContext.cookies[secretCookie];
  return { user_id: requestContext.account?.user_id ?? null, secret: isSecret(secret) ? secret : null };
}

/** Whose a new estimate is; a guest without a secret is given one by the cookie. */
export function newOwner({ requestContext, config }: Pick<Shop, 'requestContext' | 'config'>): {
  owner: EstimateOwner;
  cookies: string[];
} {
  if (requestContext.account)
    return { owner: { user_id: requestContext.account.user_id, secret_hash: null }, cookies: [] };
  const kept = requestContext.cookies[secretCookie];
  const secret = isSecret(kept) ? kept : randomBytes(32).toString('base64url');
  const cookie = serializeCookie(secretCookie, secret, {
    domain: cookieDomain(requestContext.host, config.MAIN_DOMAIN),
    httpOnly: true,
    secure: requestContext.isSecure,
    maxAgeSeconds: secretCookieSeconds,
  });
  return { owner: { user_id: null, secret_hash: hashSecret(secret) }, cookies: [cookie] };
}

function isSecret(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);
}
