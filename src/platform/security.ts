import { createHash, randomBytes } from 'node:crypto';

/** Headers of every answer. The policy of pages is `contentSecurityPolicy`, made from the page itself. */
export const securityHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
};

/**
 * For answers to https alone: browsers come by https for a year from now on. Not for other hosts of the domain, which
 * may not be ours.
 */
export const httpsHeaders: Record<string, string> = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Other people's hosts that pages may use, by directive. */
export type AllowedSources = Partial<Record<'script' | 'connect' | 'img' | 'worker', string[]>>;

/**
 * Our own components write this as the `nonce` of their scripts while a page is rendered. It never leaves the process
 * (`takeOwnScripts`), so nothing that came into the page as data can bear it.
 */
export const ownMark = randomBytes(18).toString('base64url');

const markAttribute = ` nonce="${ownMark}"`;
const ownScript = new RegExp(`<script\\b([^>]*)${markAttribute}([^>]*)>([\\s\\S]*?)</script>`, 'g');

/**
 * A rendered page → the same without the marks, and the hash of every inline script that bore one. Data blocks
 * (JSON-LD) never run and are left out.
 */
export function takeOwnScripts(rendered: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  for (const [, before, after, text = ''] of rendered.matchAll(ownScript)) {
    const attributes = `${before}${after}`;
    if (text !== '' && !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes)) hashes.add(scriptHash(text));
  }
  return { html: rendered.replaceAll(markAttribute, ''), hashes: [...hashes] };
}

/** How a policy names an inline script. */
export function scriptHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The policy of one finished page: scripts from our own host and the inline ones of `hashes`, so that a page can be
 * cached and still needs no 'unsafe-inline', and a script that came into the page as data does not run. `allowed`: of
 * partners that are switched on; it stands on every page, because a page reached by navigation keeps the policy of the
 * first one.
 */
export function contentSecurityPolicy(hashes: string[] = [], allowed: AllowedSources[] = []): string {
  const more = (kind: keyof AllowedSources) =>
    [...new Set(allowed.flatMap((sources) => sources[kind] ?? []))].map((source) => ` ${source}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${more('script')} ${hashes.join(' ')}`.trimEnd(),
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
