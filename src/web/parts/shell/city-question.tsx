import { useEffect } from 'react';
import { cityCookieSeconds } from '#shared/constants.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { writeCookie } from '#web/ui/own-cookies.ts';
import { answerCity, askFor, asksCity, type CityAnswer } from './city-state.ts';
import { isCityQuestionOpen, useIsCityQuestionOpen } from './open-city-question.ts';

/** Remembers what the visitor said. «Нет» opens the list as its own link does. */
export function useCityAnswer(): (answer: CityAnswer) => void {
  const { branch, device, cookie_domain } = useShell();
  return (given) => {
    const { cookies, opens_popup } = answerCity(given, branch.id_1c, device);
    for (const [name, value] of Object.entries(cookies)) writeCookie(name, value, cityCookieSeconds, cookie_domain);
    if (given.kind === 'no') askedAt.forget();
    const selector = document.querySelector<HTMLAnchorElement>('a[href="#city-dialog"]');
    // The buttons go with the question: who pressed one finds the focus on the city.
    if (document.activeElement?.closest('.city__ask')) selector?.focus();
    isCityQuestionOpen.set(false);
    if (opens_popup) selector?.click();
  };
}

/**
 * S2-37, S2-38: asks politely, in the place of the city itself, so that it covers nothing and moves nothing; the focus
 * stays where it was. The question comes after load: the page itself is the same for all. A tab is asked once: its
 * later pages go on waiting where the first one stopped.
 */
export function CityQuestion() {
  const { branch, device } = useShell();
  const isAsking = useIsCityQuestionOpen();
  const answer = useCityAnswer();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the page stands, not at each rendering
  useEffect(() => {
    if (!asksCity(document.cookie, navigator.userAgent)) return;
    const wait = askFor(device, askedAt.read(), Date.now());
    if (wait === 'over') return device === 'desktop' ? answer({ kind: 'waited' }) : undefined;
    isCityQuestionOpen.set(true);
    if (wait === 'until answered') return;
    const timer = setTimeout(() => isCityQuestionOpen.get() && answer({ kind: 'waited' }), wait);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="city__ask" aria-live="polite">
      {isAsking && (
        <>
          <span className="city__name">Ваш город — {branch.city}?</span>
          <button type="button" className="btn btn--primary" onClick={() => answer({ kind: 'yes' })}>
            Да
          </button>
          <button type="button" className="btn btn--line" onClick={() => answer({ kind: 'no' })}>
            Нет
          </button>
        </>
      )}
    </div>
  );
}

/** When this tab was first asked, in ms; storage may be forbidden, then every page asks again. */
const askedAt = {
  read(): number | null {
    try {
      const kept = sessionStorage.getItem('city-asked');
      if (kept === null) sessionStorage.setItem('city-asked', String(Date.now()));
      return kept === null ? null : Number(kept);
    } catch {
      return null;
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem('city-asked');
    } catch {
      // It was not kept either.
    }
  },
};
