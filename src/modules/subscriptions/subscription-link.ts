import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { subscriptionUrl } from '#shared/urls.ts';

const purpose = 'subscription';

/**
 * The key of an address's subscriptions, as emails carry it: who holds it has received an email there. It never runs
 * out (38-ФЗ, art. 18).
 */
export function subscriptionKey(keys: SecretKeys, email: string): string {
  return `${Buffer.from(email).toString('base64url')}.${sign(keys, purpose, email)}`;
}

/** The address of a key, or null when it is not one of ours. */
export function emailOfKey(keys: SecretKeys, key: string | null): string | null {
  const [, encoded, mark = ''] = /^([A-Za-z0-9_-]{4,400})\.([A-Za-z0-9_-]{43})$/.exec(key ?? '') ?? [];
  if (!encoded) return null;
  const email = Buffer.from(encoded, 'base64url').toString();
  return isSigned(keys, purpose, email, mark) ? email : null;
}

/**
 * Headers of every email to a subscriber (RFC 2369, RFC 8058): the mail program's own button unsubscribes by one POST.
 */
export function unsubscribeHeaders(keys: SecretKeys, origin: string, email: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}${subscriptionUrl(subscriptionKey(keys, email))}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
