import { useSyncExternalStore } from 'react';
import { type AuthNews, type AuthState, AuthStore } from './auth-store.ts';
import { forgetDrafts } from './forget-drafts.ts';
import { accountChangedEvent, forgetSignedMark, isSigned } from './signed-mark.ts';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('auth') : null;
let isLeaving = false;

/** The auth state of this tab (S3-03). Fetched on demand: a plain guest's page never loads this file. */
export const auth = new AuthStore({
  domain: window.location.hostname,
  fetch: (path, init) => window.fetch(path, init),
  exclusively,
  tell: (news) => channel?.postMessage(news),
  isOffline: () => !navigator.onLine,
  isLeaving: () => isLeaving,
  forgetMark: forgetSignedMark,
  accountChanged: () => window.dispatchEvent(new Event(accountChangedEvent)),
  forgetDrafts: () => forgetDrafts('checkout'),
  reloadHome: () => window.location.assign('/'),
});

channel?.addEventListener('message', ({ data }: MessageEvent<AuthNews>) => auth.onNews(data));
window.addEventListener('pagehide', () => {
  isLeaving = true;
});
// Opened without a network, the page asked nobody yet.
window.addEventListener('online', followSignedMark);
// Back from the browser's own cache of pages.
window.addEventListener('pageshow', () => {
  isLeaving = false;
});

/** Called when the cookie `signed` may have changed: another branch's tab and the server's own answers tell nobody. */
export function followSignedMark(): void {
  const { isAuthenticated, isRefreshing } = auth.get();
  if (isRefreshing || isSigned() === isAuthenticated) return;
  if (isAuthenticated) auth.forget();
  else auth.load();
}

export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.get, auth.get);
}

/**
 * The browser's own lock between tabs. Where it is missing (an address without https) each tab works for itself, and
 * the server answers parallel refreshes with one successor.
 */
async function exclusively<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work(false);
  const first = await locks.request(
    lockName,
    { ifAvailable: true },
    async (lock) => lock && { result: await work(false) },
  );
  return first ? first.result : locks.request(lockName, () => work(true));
}

const lockName = 'auth-refresh';
