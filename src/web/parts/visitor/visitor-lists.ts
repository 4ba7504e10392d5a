import { useEffect, useSyncExternalStore } from 'react';
import type { CartState } from '#modules/cart/cart-state.ts';
import { type VisitorLists, visitorLists } from '#shared/lists.ts';
import { accountChangedEvent, isSigned } from './signed-mark.ts';

/**
 * What belongs to the visitor (hearts, scales, cart counts) is in no cached page: it is read here after load, from cookies, and a signed-in
 * person's cart from the server (account-cart.ts, which a guest's page never loads). The server and the first render see empty lists, so
 * hydration never differs.
 */
const empty: VisitorLists = { favourites: [], compare: [], viewed: [], cart: {} };
let lists = empty;
let readFrom: string | null = null;
/** What the server keeps for whoever is signed in; null: unknown yet. */
let serverCart: CartCounts | null = null;
let accountCart: Promise<typeof import('./account-cart.ts')> | null = null;
const listeners = new Set<() => void>();

/** Tabs of one branch tell each other when a cart has changed; those of other branches see it when they come to the front. */
const tabs =
  typeof BroadcastChannel === 'undefined' || typeof window === 'undefined' ? null : new BroadcastChannel('cart');

/** Call after an answer that changed the cookies; components that show a changed value render again. */
export function refreshVisitorLists(): void {
  if (document.cookie === readFrom) return;
  readFrom = document.cookie;
  if (!isSigned()) serverCart = null;
  else if (serverCart === null) askServerCart();
  tell();
}

let isFresh = false;

/** A list of goods subscribes a hundred times in one task; each reading of the cookies asks another process. */
function refreshOnce(): void {
  if (isFresh) return;
  isFresh = true;
  queueMicrotask(() => {
    isFresh = false;
  });
  refreshVisitorLists();
}

/** Call after an answer that changed the cart; `state` is what it said of a signed-in person's, if anything. Other tabs follow. */
export function cartChanged(state: CartState | null): void {
  hearCart(state);
  tabs?.postMessage(state);
}

/** Call where the server has changed the cart by itself: an order was placed, somebody came or went. Nothing for a guest but the cookies. */
export function askServerCart(): void {
  refreshVisitorLists();
  withAccountCart(({ ask }) => ask());
}

/** Sales units by product id, and the version of the cart they stand in. */
export type CartCounts = { version: number; counts: Record<number, number> };

/** The server's cart as account-cart.ts knows it now. */
export function keepServerCart(cart: CartCounts): void {
  serverCart = cart;
  tell();
}

function hearCart(state: CartState | null): void {
  refreshVisitorLists();
  withAccountCart(({ accept, ask }) => (state ? accept(state) : ask()));
}

function comeBack(): void {
  refreshVisitorLists();
  if (document.visibilityState === 'visible') withAccountCart(({ askIfOld }) => askIfOld());
}

/** A lost chunk leaves the numbers out, as a guest without cookies has none. */
function withAccountCart(use: (module: typeof import('./account-cart.ts')) => void): void {
  if (!isSigned()) return;
  accountCart ??= import('./account-cart.ts');
  accountCart.then(use, () => {
    accountCart = null;
  });
}

function tell(): void {
  const read = visitorLists(readFrom ?? '');
  lists = isSigned() ? { ...read, cart: serverCart?.counts ?? {} } : read;
  for (const listener of listeners) listener();
}

/** For who is no component: the lists as they stand, and word of their changes. */
export const readVisitorLists = (): VisitorLists => lists;
export { subscribe as followVisitorLists };

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Another tab, or the page coming back from the browser's own cache, may have changed the cart.
    window.addEventListener('pageshow', comeBack);
    window.addEventListener(accountChangedEvent, askServerCart);
    document.addEventListener('visibilitychange', comeBack);
    tabs?.addEventListener('message', hearTab);
  }
  listeners.add(listener);
  refreshOnce();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('pageshow', comeBack);
    window.removeEventListener(accountChangedEvent, askServerCart);
    document.removeEventListener('visibilitychange', comeBack);
    tabs?.removeEventListener('message', hearTab);
  };
}

function hearTab({ data }: MessageEvent<CartState | null>): void {
  hearCart(data);
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

/** Sales units of a product in the cart; 0 when it is not there. */
export function useCartCount(id: number): number {
  return useSyncExternalStore(
    subscribe,
    () => lists.cart[id] ?? 0,
    () => 0,
  );
}

/** Renders again when the cart has changed; see `cartMark`. */
export function useCartMark(): string {
  return useSyncExternalStore(subscribe, cartMark, () => '');
}

/** Differs when the cart does: the version of the server's ('' while it is unknown), or a guest's cookie as it stands. */
export function cartMark(): string {
  if (isSigned()) return serverCart ? String(serverCart.version) : '';
  return /Basket_idd_[^;]*/.exec(document.cookie)?.[0] ?? '';
}

/** Reads the cookies again when a fetcher's answer arrives. */
export function useRefreshAfter(answer: unknown): void {
  useEffect(() => {
    if (answer !== undefined) refreshVisitorLists();
  }, [answer]);
}
