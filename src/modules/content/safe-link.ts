import { isOwnPath } from '#shared/urls.ts';

/**
 * Where a banner or a menu may lead: a path of this very shop, or another site by https. `//host` and `/\host` are
 * other sites in disguise.
 */
export function isSafeLink(link: string): boolean {
  return isOwnPath(link) || /^https:\/\/[^/\\\s]+/.test(link);
}
