/** The visitor's answer about the counter; for a year, for all branches. */
const name = 'analytics';
const seconds = 31_536_000;

export type Consent = 'yes' | 'no';

/** null: not asked yet. */
export function readConsent(): Consent | null {
  return (new RegExp(`(?:^|; )${name}=(yes|no)(?:;|$)`).exec(document.cookie)?.[1] as Consent | undefined) ?? null;
}

/** `domain`: the parent domain that all branches share; null on a host of its own. */
export function writeConsent(consent: Consent, domain: string | null): void {
  const parts = [`${name}=${consent}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax'];
  if (domain) parts.push(`Domain=${domain}`);
  if (window.location.protocol === 'https:') parts.push('Secure');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
  document.cookie = parts.join('; ');
}

/** What the counter has left in this browser. */
export function forgetCounterCookies(): void {
  const labels = window.location.hostname.split('.');
  const domains = ['', ...labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`)];
  const names = [...document.cookie.matchAll(/(?:^|; )(_ym_\w+)=/g)].map(([, cookie]) => cookie);
  for (const line of names.flatMap((cookie) => domains.map((domain) => `${cookie}=; Path=/; Max-Age=0${domain}`))) {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = line;
  }
}
