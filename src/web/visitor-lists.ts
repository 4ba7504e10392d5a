import { useEffect, useSyncExternalStore } from 'react';
import { type VisitorLists, visitorLists } from '#shared/lists.ts';

/**
 * What belongs to the visitor (hearts, scales, cart counts) is in no cached page: it is read here from cookies after load.
 * The server and the first render see empty lists, so hydration never differs.
 */
const empty: VisitorLists = { favourites: [], compare: [], viewed: [], cart: {} };
let lists = empty;
let readFrom: string | null = null;
const listeners = new Set<() => void>();

/** Call after an answer that changed the cookies; components that show a changed value render again. */
export function refreshVisitorLists(): void {
  if (document.cookie === readFrom) return;
  readFrom = document.cookie;
  lists = visitorLists(readFrom);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Another tab, or the page coming back from the browser's own cache, may have changed the cookies.
    window.addEventListener('pageshow', refreshVisitorLists);
    document.addEventListener('visibilitychange', refreshVisitorLists);
  }
  listeners.add(listener);
  refreshVisitorLists();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('pageshow', refreshVisitorLists);
    document.removeEventListener('visibilitychange', refreshVisitorLists);
  };
}

export function useVisitorLists(): VisitorLists {
  return useSyncExternalStore(
    subscribe,
    () => lists,
    () => empty,
  );
}

export function useIsListed(list: 'favourites' | 'compare', id: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lists[list].includes(id),
    () => false,
  );
}

/** Sales units of a product in the guest's cart; 0 when it is not there. */
export function useCartCount(id: number): number {
  return useSyncExternalStore(
    subscribe,
    () => lists.cart[id] ?? 0,
    () => 0,
  );
}

/** Reads the cookies again when a fetcher's answer arrives. */
export function useRefreshAfter(answer: unknown): void {
  useEffect(() => {
    if (answer !== undefined) refreshVisitorLists();
  }, [answer]);
}
