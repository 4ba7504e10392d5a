/**
 * Where a banner or a menu may lead: a path of this very shop, or another site by https. `//host` and `/\host` are
 * other sites in disguise.
 */
export function isSafeLink(link: string): boolean {
  return isOwnPath(link) || /^https:\/\/[^/\\\s]+/.test(link);
}

/** A path of this shop: begins with one slash, holds no control characters, spaces or backslashes. */
export function isOwnPath(link: string): boolean {
  return /^\/(?![/\\])[^\s\\\u0000-\u001f]*$/.test(link);
}
