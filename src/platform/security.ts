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

/**
 * The policy of one finished page: scripts from our own host and exactly the inline ones it holds, each by its hash, so that a page can be
 * kept and still needs no 'unsafe-inline'. Data blocks (JSON-LD) never run and are left out. `counters`: origins of a counter of visits that
 * is switched on.
 */
export function contentSecurityPolicy(html: string, counters: string[] = []): string {
  const others = counters.map((origin) => ` ${origin}`).join('');
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(inlineScript)) {
    if (text === '' || /\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self'${others} ${[...hashes].join(' ')}`.trimEnd(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${others}`,
    "font-src 'self'",
    `connect-src 'self'${others}`,
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
