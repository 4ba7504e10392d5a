import { useSyncExternalStore } from 'react';

/** The window event of somebody coming or going: what the page and its neighbours show is read again. */
export const accountChangedEvent = 'account-changed';

/**
 * Whether somebody is signed in, by the readable cookie `signed`: cached pages are the same for all, so the cabinet
 * button learns it after load. The cookie opens nothing.
 */
let isOn: boolean | null = null;
const listeners = new Set<() => void>();

export function isSigned(): boolean {
  return /(?:^|; )signed=\w/.test(document.cookie);
}

/** user, b2b or staff; empty: nobody. */
export function signedAs(): string {
  return /(?:^|; )signed=(\w+)/.exec(document.cookie)?.[1] ?? '';
}

/** Call when the cookie may have changed. */
export function readSignedMark(): void {
  if (isSigned() === isOn) return;
  isOn = isSigned();
  for (const listener of listeners) listener();
}

/** Takes the cookie away from this host and from every domain above it, whichever of them it was set for. */
export function forgetSignedMark(): void {
  const labels = window.location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
  for (const domain of domains) document.cookie = `signed=; Path=/; Max-Age=0${domain}`;
  readSignedMark();
}

/** `atFirst`: what the server knew when it rendered this page; a cached page knows nobody. */
export function useIsSigned(atFirst: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOn ?? atFirst,
    () => atFirst,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  readSignedMark();
  return () => {
    listeners.delete(listener);
  };
}
