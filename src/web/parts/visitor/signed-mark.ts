import { useSyncExternalStore } from 'react';
import { forgetCookie, readCookie } from '#web/ui/own-cookies.ts';
import { createStore } from '#web/ui/store.ts';

/** The window event of somebody coming or going: what the page and its neighbours show is read again. */
export const accountChangedEvent = 'account-changed';

/**
 * Whether somebody is signed in, by the readable cookie `signed`: cached pages are the same for all, so the cabinet
 * button learns it after load. The cookie opens nothing.
 */
const isOn = createStore<boolean | null>(null);

export function isSigned(): boolean {
  return signedAs() !== '';
}

/** user, b2b or staff; empty: nobody. */
export function signedAs(): string {
  return readCookie('signed');
}

/** Call when the cookie may have changed. */
export function readSignedMark(): void {
  isOn.set(isSigned());
}

export function forgetSignedMark(): void {
  forgetCookie('signed');
  readSignedMark();
}

/** `atFirst`: what the server knew when it rendered this page; a cached page knows nobody. */
export function useIsSigned(atFirst: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOn.get() ?? atFirst,
    () => atFirst,
  );
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = isOn.subscribe(listener);
  readSignedMark();
  return unsubscribe;
}
