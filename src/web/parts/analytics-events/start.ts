import { privacyUrl, withTrailingSlash } from '#shared/urls.ts';
import { type Consent, forgetCounterCookies, readConsent, writeConsent } from '#web/parts/analytics/consent.ts';
import { showChoice, showCookieNote } from '#web/parts/analytics/cookie-note.ts';
import { openCounter } from '#web/parts/analytics/counter.ts';
import { type PageRouter, pageRouter, rootData } from '#web/parts/analytics/page-router.ts';
import { signedAs } from '#web/parts/visitor/signed-mark.ts';
import { watchPages } from './watch-page.ts';

/** Loaded by entry.client.tsx when the browser is idle, and only where a counter is set. Nothing is counted without consent (pages.md 0.10). */
export function start(setting: string): void {
  const router = pageRouter();
  // Staff at work for a customer are no visitors.
  if (!router || signedAs() === 'staff') return;
  const [id = '', source = ''] = setting.split(' ');
  let stop: (() => void) | null = null;

  const count = () => {
    const counter = openCounter(Number(id), source);
    const unwatch = watchPages(counter, router);
    stop = () => {
      unwatch();
      counter.close();
      forgetCounterCookies();
    };
  };
  const choose = (consent: Consent) => {
    writeConsent(consent, rootData(router.state).cookie_domain);
    document.querySelector('.cookie-note')?.remove();
    if (consent === 'yes' && !stop) count();
    if (consent === 'no') {
      stop?.();
      stop = null;
    }
  };

  const consent = readConsent();
  if (consent === 'yes') count();
  if (consent === null) showCookieNote(choose);
  offerChoice(router, choose);
}

/** The privacy policy ends with the choice, however one came there. */
function offerChoice(router: PageRouter, choose: (consent: Consent) => void): void {
  let panel: HTMLElement | null = null;
  const look = () => {
    const isThere = withTrailingSlash(router.state.location.pathname) === privacyUrl();
    if (isThere && !panel) {
      panel = showChoice(readConsent(), choose);
      document.getElementById('main')?.append(panel);
    }
    if (!isThere) {
      panel?.remove();
      panel = null;
    }
  };
  router.subscribe(look);
  look();
}
