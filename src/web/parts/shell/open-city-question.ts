import { deferred } from '#web/ui/deferred.tsx';
import { createStore, useStore } from '#web/ui/store.ts';

/**
 * Whether the question about the city stands. Kept here and not in a context: a context that changes would wake every
 * part of the page that waits to be hydrated (ui/deferred.tsx) before its code is there.
 */
export const isCityQuestionOpen = createStore(false);

export function useIsCityQuestionOpen(): boolean {
  return useStore(isCityQuestionOpen, false);
}

/** The question itself comes after load (S2-37), and so does its code. */
export const CityQuestion = deferred(() => import('./city-question.tsx').then((loaded) => loaded.CityQuestion));
