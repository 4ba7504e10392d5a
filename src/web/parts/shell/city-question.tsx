import { useEffect } from 'react';
import { useShell } from '#web/parts/request/use-shell.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { answerCity, asksCity, autoAcceptMs, type CityAnswer, cityCookie } from './city-state.ts';

/**
 * Whether the question stands. Kept here and not in a context: a context that changes would wake every part of the page
 * that waits to be hydrated (ui/deferred.tsx) before its code is there.
 */
const asking = createStore(false);

export function useIsAskingCity(): boolean {
  return useStore(asking, false);
}

/** Remembers what the visitor said. «Нет» opens the list as its own link does. */
export function useCityAnswer(): (answer: CityAnswer) => void {
  const { branch, device, cookie_domain } = useShell();
  return (given) => {
    const { cookies, opens_popup } = answerCity(given, branch.id_1c, device);
    for (const [name, value] of Object.entries(cookies)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
      document.cookie = cityCookie(name, value, cookie_domain, window.location.protocol === 'https:');
    }
    asking.set(false);
    if (opens_popup) document.querySelector<HTMLAnchorElement>('a[href="#city-dialog"]')?.click();
  };
}

/**
 * S2-37: asks politely; the focus stays where it was. The question comes after load: the page itself is the same for
 * all.
 */
export function CityQuestion() {
  const { branch, device } = useShell();
  const isAsking = useIsAskingCity();
  const answer = useCityAnswer();

  useEffect(() => asking.set(asksCity(document.cookie, navigator.userAgent)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer differs by nothing that changes while the question stands
  useEffect(() => {
    const wait = autoAcceptMs(device);
    if (!isAsking || wait === null) return;
    const timer = setTimeout(() => answer({ kind: 'waited' }), wait);
    return () => clearTimeout(timer);
  }, [isAsking, device]);

  return (
    <div className="city__ask" aria-live="polite">
      {isAsking && (
        <div className="tip">
          <p className="city__name">Ваш город — {branch.city}?</p>
          <p className="small soft">От города зависят цены и остатки</p>
          <div className="row">
            <button type="button" className="btn btn--primary" onClick={() => answer({ kind: 'yes' })}>
              Да
            </button>
            <button type="button" className="btn btn--line" onClick={() => answer({ kind: 'no' })}>
              Нет
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
