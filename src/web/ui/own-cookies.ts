import { parseCookies, serializeCookie } from '#shared/cookies.ts';

/** Holds the chosen pickup point (S2-33). */
export const pointCookie = 'myPoint';

/** A cookie of this browser that scripts may read; empty: there is none. */
export function readCookie(name: string): string {
  return parseCookies(document.cookie)[name] ?? '';
}

/** Sets a cookie; `domain`: the parent domain that all branches share, null for this host alone. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number, domain: string | null = null): void {
  const secure = window.location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
  document.cookie = serializeCookie(name, value, { domain, maxAgeSeconds, secure });
}

/** Takes a cookie away from this host and from every domain above it, whichever of them it was set for. */
export function forgetCookie(name: string): void {
  const labels = window.location.hostname.split('.');
  for (const domain of [null, ...labels.map((_, at) => labels.slice(at).join('.'))]) writeCookie(name, '', 0, domain);
}
