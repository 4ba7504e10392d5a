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

const markAttribute = Buffer.from(` nonce="${ownMark}"`);

/**
 * A rendered page → the same without the marks, and the hash of every inline script that bore one. Data blocks
 * (JSON-LD) never run and are left out. On bytes: a page is not read as text and written as bytes again.
 */
export function takeOwnScripts(rendered: Buffer): { html: Buffer; hashes: string[] } {
  const hashes = new Set<string>();
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = rendered.indexOf(markAttribute); at >= 0; at = rendered.indexOf(markAttribute, from)) {
    pieces.push(rendered.subarray(from, at));
    from = at + markAttribute.length;
    const hash = inlineScriptHash(rendered, at);
    if (hash !== null) hashes.add(hash);
  }
  pieces.push(rendered.subarray(from));
  return { html: Buffer.concat(pieces), hashes: [...hashes] };
}

/** Of the script in whose opening tag this place is; null: another element, an empty script or one that never runs. */
function inlineScriptHash(rendered: Buffer, at: number): string | null {
  const start = rendered.lastIndexOf('<', at);
  const opened = rendered.indexOf('>', at);
  const tag = rendered.toString('latin1', start, opened + 1);
  const end = rendered.indexOf('</script>', opened);
  if (!/^<script\b/.test(tag) || /\bsrc=|type="application\/(ld\+)?json"/.test(tag) || end <= opened + 1) return null;
  return scriptHash(rendered.subarray(opened + 1, end));
}

/** How a policy names an inline script. */
export function scriptHash(text: string | Buffer): string {
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

/** The policy of a page that this origin alone may show in a frame. */
export function framedBy(policy: string, origin: string): string {
  return policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`);
}

/**
 * Origin, when a browser sends one, must be the page's own scheme and host: SameSite does not stop a sister branch.
 * `null` (sandboxed or redirected) is refused; an absent one is a program, which carries no cookies of a victim.
 */
export function isOwnOrigin(origin: string | undefined, own: string): boolean {
  return origin === undefined || origin === own;
}
