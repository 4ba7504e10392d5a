import { createHash } from 'node:crypto';

/** Headers of every answer. The policy of pages is `contentSecurityPolicy`, made from the page itself. */
export const securityHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
};

const inlineScript = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** Other people's hosts that pages may use, by directive. */
export type AllowedSources = Partial<Record<'script' | 'connect' | 'img' | 'worker', string[]>>;

/**
 * The policy of one finished page: scripts from our own host and exactly the inline ones it holds, each by its hash, so that a page can be
 * kept and still needs no 'unsafe-inline'. Data blocks (JSON-LD) never run and are left out. `allowed`: of partners that are switched on;
 * it stands on every page, because a page reached by navigation keeps the policy of the first one.
 */
export function contentSecurityPolicy(html: string, allowed: AllowedSources[] = []): string {
  const more = (kind: keyof AllowedSources) =>
    [...new Set(allowed.flatMap((sources) => sources[kind] ?? []))].map((source) => ` ${source}`).join('');
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(inlineScript)) {
    if (text === '' || /\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self'${more('script')} ${[...hashes].join(' ')}`.trimEnd(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${more('img')}`,
    "font-src 'self'",
    `connect-src 'self'${more('connect')}`,
    ...(more('worker') ? [`worker-src 'self'${more('worker')}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Origin, when a browser sends one, must be the page's own scheme and host: SameSite does not stop a sister branch.
 * `null` (sandboxed or redirected) is refused; an absent one is a program, which carries no cookies of a victim.
 */
export function isOwnOrigin(origin: string | undefined, own: string): boolean {
  return origin === undefined || origin === own;
}
