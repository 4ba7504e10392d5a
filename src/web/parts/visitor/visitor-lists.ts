import { useEffect, useSyncExternalStore } from 'react';
import type { CartState } from '#modules/cart/cart-state.ts';
import { guestCartPrefix, type VisitorLists, visitorLists } from '#shared/lists.ts';
import { perObject } from '#shared/per-object.ts';
import type { AccountCartCopy, CartCounts } from './account-cart-copy.ts';
import { accountChangedEvent, isSigned } from './signed-mark.ts';

const empty: VisitorLists = { favourites: [], compare: [], viewed: [], cart: {} };

/**
 * What belongs to the visitor (hearts, scales, cart counts) is in no cached page: it is read here after load, from
 * cookies, and a signed-in person's cart from the server (account-cart-copy.ts, which a guest's page never loads). The
 * server and the first render see empty lists, so hydration never differs.
 */
class VisitorStore {
  lists = empty;
  readonly #listeners = new Set<() => void>();
  readonly #tabs: BroadcastChannel | null;
  #readFrom: string | null = null;
  /** What the server keeps for whoever is signed in; null: unknown yet. */
  #serverCart: CartCounts | null = null;
  #accountCart: Promise<AccountCartCopy> | null = null;
  #isFresh = false;

  /**
   * Tabs of one branch tell each other when a cart has changed; those of other branches see it when they come to the
   * front.
   */
  constructor() {
    this.#tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cart');
  }

  refresh = (): void => {
    if (document.cookie === this.#readFrom) return;
    this.#readFrom = document.cookie;
    if (!isSigned()) this.#serverCart = null;
    else if (this.#serverCart === null) this.askServerCart();
    this.#tell();
  };

  cartChanged(state: CartState | null): void {
    this.#onCartMessage(state);
    this.#tabs?.postMessage(state);
  }

  askServerCart = (): void => {
    this.refresh();
    this.#withAccountCart((cart) => cart.ask());
  };

  cartMark(): string {
    if (isSigned()) return this.#serverCart ? String(this.#serverCart.version) : '';
    return document.cookie.split('; ').find((cookie) => cookie.startsWith(guestCartPrefix)) ?? '';
  }

  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) {
      // Another tab, or the page coming back from the browser's own cache, may have changed the cart.
      window.addEventListener('pageshow', this.#comeBack);
      window.addEventListener(accountChangedEvent, this.askServerCart);
      document.addEventListener('visibilitychange', this.#comeBack);
      this.#tabs?.addEventListener('message', this.#onTabMessage);
    }
    this.#listeners.add(listener);
    this.#refreshOnce();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      window.removeEventListener('pageshow', this.#comeBack);
      window.removeEventListener(accountChangedEvent, this.askServerCart);
      document.removeEventListener('visibilitychange', this.#comeBack);
      this.#tabs?.removeEventListener('message', this.#onTabMessage);
    };
  }

  /** A list of goods subscribes a hundred times in one task; each reading of the cookies asks another process. */
  #refreshOnce(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    queueMicrotask(() => {
      this.#isFresh = false;
    });
    this.refresh();
  }

  #onTabMessage = ({ data }: MessageEvent<CartState | null>): void => this.#onCartMessage(data);

  #onCartMessage(state: CartState | null): void {
    this.refresh();
    this.#withAccountCart((cart) => (state ? cart.accept(state) : cart.ask()));
  }

  #comeBack = (): void => {
    this.refresh();
    if (document.visibilityState === 'visible') this.#withAccountCart((cart) => cart.askIfOld());
  };

  /** A lost chunk leaves the numbers out, as a guest without cookies has none. */
  #withAccountCart(use: (cart: AccountCartCopy) => void): void {
    if (!isSigned()) return;
    this.#accountCart ??= import('./account-cart-copy.ts').then(
      ({ AccountCartCopy }) => new AccountCartCopy(this.#keepServerCart),
    );
    this.#accountCart.then(use, () => {
      this.#accountCart = null;
    });
  }

  #keepServerCart = (cart: CartCounts): void => {
    this.#serverCart = cart;
    this.#tell();
  };

  #tell(): void {
    const read = visitorLists(this.#readFrom ?? '');
    this.lists = isSigned() ? { ...read, cart: this.#serverCart?.counts ?? {} } : read;
    for (const listener of this.#listeners) listener();
  }
}

const storeOf = perObject((_page: Window) => new VisitorStore());

/** Call after an answer that changed the cookies; components that show a changed value render again. */
export function refreshVisitorLists(): void {
  storeOf(window).refresh();
}

/**
 * Call after an answer that changed the cart; `state` is what it said of a signed-in person's, if anything. Other tabs
 * follow.
 */
export function cartChanged(state: CartState | null): void {
  storeOf(window).cartChanged(state);
}

/**
 * Call where the server has changed the cart by itself: an order was placed, somebody came or went. Nothing for a guest
 * but the cookies.
 */
export function askServerCart(): void {
  storeOf(window).askServerCart();
}

/** For who is no component: the lists as they stand, and word of their changes. */
export function readVisitorLists(): VisitorLists {
  return storeOf(window).lists;
}

export function followVisitorLists(listener: () => void): () => void {
  return storeOf(window).subscribe(listener);
}

export function useVisitorLists(): VisitorLists {
  return useSyncExternalStore(followVisitorLists, readVisitorLists, () => empty);
}

export function useIsListed(list: 'favourites' | 'compare', id: number): boolean {
  return useSyncExternalStore(
    followVisitorLists,
    () => readVisitorLists()[list].includes(id),
    () => false,
  );
}

/** Sales units of a product in the cart; 0 when it is not there. */
export function useCartCount(id: number): number {
  return useSyncExternalStore(
    followVisitorLists,
    () => readVisitorLists().cart[id] ?? 0,
    () => 0,
  );
}

/** Renders again when the cart has changed; see `cartMark`. */
export function useCartMark(): string {
  return useSyncExternalStore(followVisitorLists, cartMark, () => '');
}

/**
 * Differs when the cart does: the version of the server's ('' while it is unknown), or a guest's cookie as it stands.
 */
export function cartMark(): string {
  return storeOf(window).cartMark();
}

/** Reads the cookies again when a fetcher's answer arrives. */
export function useRefreshAfter(answer: unknown): void {
  useEffect(() => {
    if (answer !== undefined) refreshVisitorLists();
  }, [answer]);
}
