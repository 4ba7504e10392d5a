import { privacyUrl, withTrailingSlash } from '#shared/urls.ts';
import { type Consent, forgetCounterCookies, readConsent, writeConsent } from '#web/parts/analytics/consent.ts';
import { showChoice, showCookieNote } from '#web/parts/analytics/cookie-note.ts';
import { openCounter } from '#web/parts/analytics/counter.ts';
import type { OpenPages } from '#web/parts/analytics/open-pages.ts';
import { signedAs } from '#web/parts/visitor/signed-mark.ts';
import { watchPages } from './watch-page.ts';

/**
 * Nothing is counted without consent. `setting`: the counter's number and the address of its script.
 * Returns what ends it.
 */
export function start(setting: string, pages: OpenPages): () => void {
  // Staff at work for a customer are no visitors.
  if (signedAs() === 'staff') return () => {};
  const [id = '', source = ''] = setting.split(' ');
  let stop: (() => void) | null = null;

  const count = () => {
    const counter = openCounter(Number(id), source);
    const unwatch = watchPages(counter, pages);
    stop = () => {
      unwatch();
      counter.close();
      forgetCounterCookies();
    };
  };
  const choose = (consent: Consent) => {
    writeConsent(consent, pages.state.root.cookie_domain);
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
  return offerChoice(pages, choose);
}

/** The privacy policy ends with the choice, however one came there. */
function offerChoice(pages: OpenPages, choose: (consent: Consent) => void): () => void {
  let panel: HTMLElement | null = null;
  const look = () => {
    const isThere = withTrailingSlash(pages.state.location.pathname) === privacyUrl();
    if (isThere && !panel) {
      panel = showChoice(readConsent(), choose);
      document.getElementById('main')?.append(panel);
    }
    if (!isThere) {
      panel?.remove();
      panel = null;
    }
  };
  look();
  return pages.subscribe(look);
}
