import { parseCookies } from '#shared/cookies.ts';
import { forgetCookie, readCookie, writeCookie } from '#web/ui/own-cookies.ts';

/** The visitor's answer about the counter; for a year, for all branches. */
const name = 'analytics';
const seconds = 31_536_000;

export type Consent = 'yes' | 'no';

/** null: not asked yet. */
export function readConsent(): Consent | null {
  const answer = readCookie(name);
  return answer === 'yes' || answer === 'no' ? answer : null;
}

/** `domain`: the parent domain that all branches share; null on a host of its own. */
export function writeConsent(consent: Consent, domain: string | null): void {
  writeCookie(name, consent, seconds, domain);
}

/** What the counter has left in this browser. */
export function forgetCounterCookies(): void {
  for (const cookie of Object.keys(parseCookies(document.cookie))) if (/^_ym_\w+$/.test(cookie)) forgetCookie(cookie);
}
