import type { CartState } from '#modules/cart/cart-state.ts';
import { mergeNoteCookie } from '#shared/constants.ts';
import { forgetCookie } from '#web/ui/own-cookies.ts';
import { showMerged } from './merged-news.ts';
import { signedAs } from './signed-mark.ts';
import { signingInPages } from './signing-in-pages.ts';

/** Coming back to a tab asks again, but not at every glance. */
const freshMs = 10_000;
/** Shown so long, what a merge brought counts as read: a page on its way out does not take it along. */
const noteReadMs = 3_000;

/** Sales units by product id, and the version of the cart they stand in. */
export type CartCounts = { version: number; counts: Record<number, number> };

/** A signed-in person's cart as this page knows it from the server. `changed` is called with each later state. */
export class AccountCartCopy {
  readonly #changed: (cart: CartCounts) => void;
  #known: CartState | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> = Promise.resolve();

  constructor(changed: (cart: CartCounts) => void) {
    this.#changed = changed;
  }

  /**
   * Takes what an answer, or another tab, said of the cart: the later state wins, and a gap between versions is asked
   * for.
   */
  accept(state: CartState): void {
    const before = this.#known?.cartId === state.cartId ? this.#known : null;
    if (before && state.version === before.version) return;
    // Less than what is known: a late answer, or a cart that began again.
    if (before && state.version < before.version) this.ask();
    else if (state.is_whole) this.#keep(state);
    else if (before && state.version === before.version + 1)
      this.#keep({ ...state, cartItems: withItems(before, state) });
    else this.ask();
  }

  /**
   * Asks the server; a request on its way is waited for and sent once more, because the change may have come after it.
   */
  ask(): void {
    this.#asking = this.#asking.then(() => this.#fetchState());
  }

  askIfOld(): void {
    if (performance.now() - this.#askedAt > freshMs) this.ask();
  }

  /** S8-08: a failure is silent, the next occasion asks again. */
  async #fetchState(mayRenew = true): Promise<void> {
    this.#askedAt = performance.now();
    const answer = await fetch('/api/_visitor/state', { cache: 'no-store' }).catch(() => null);
    const reported: VisitorState | null = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!reported) return;
    // Without the mark the renewal has been tried while this answer was on its way, and the session is over.
    if (reported.must_renew) return mayRenew && signedAs() !== '' ? this.#renewThenFetch() : undefined;
    if (reported.note) {
      showMerged(reported.note.lines);
      setTimeout(() => {
        // Whoever has signed in there is on the way to another page, however long it takes to come.
        if (!signingInPages.test(location.pathname)) forgetCookie(mergeNoteCookie);
      }, noteReadMs);
    }
    const { cartId } = reported.cart;
    if (cartId !== null) this.#keep(await this.#notGone({ ...reported.cart, cartId }));
  }

  /**
   * S4-09, S8-03: no cart is stored, or a younger one than this tab has seen: the cart is gone, and a new one is made
   * with the lines that are known here. While a member of staff looks on as the customer nothing is made.
   */
  async #notGone(state: CartState): Promise<CartState> {
    const remembered = this.#known?.cartId === state.cartId ? this.#known : remember(state.cartId);
    const isGone = state.version === 0 || state.version < (remembered?.version ?? 0);
    if (!isGone || signedAs() === 'staff') return state;
    const { version, cartItems, cartCoupon } = remembered ?? state;
    const answer = await fetch('/api/_visitor/cart/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version, cartItems, cartCoupon }),
    }).catch(() => null);
    return (answer?.ok && (await answer.json().catch(() => null))) || state;
  }

  /** S4-01: the browser itself renews its session for these calls. */
  async #renewThenFetch(): Promise<void> {
    const { auth } = await import('./auth.ts');
    await auth.load();
    return this.#fetchState(false);
  }

  #keep(state: CartState): void {
    const known = { ...state, is_whole: true };
    this.#known = known;
    this.#changed({
      version: known.version,
      counts: Object.fromEntries(known.cartItems.map(({ id, count }) => [id, count])),
    });
    try {
      sessionStorage.setItem(storageKey(state.cartId), JSON.stringify(known));
    } catch {
      // A full storage: the lines are then known as long as the page lives.
    }
  }
}

function withItems(before: CartState, { cartItems }: CartState): CartState['cartItems'] {
  return [...before.cartItems.filter(({ id }) => cartItems.every((item) => item.id !== id)), ...cartItems];
}

const storageKey = (cartId: string) => `cart_${cartId}`;

/** What this tab has seen of the cart on the page before. */
function remember(cartId: string): CartState | null {
  try {
    const state = JSON.parse(sessionStorage.getItem(storageKey(cartId)) ?? 'null') as CartState | null;
    return Array.isArray(state?.cartItems) && Number.isInteger(state.version) ? state : null;
  } catch {
    return null;
  }
}

/** What GET /api/_visitor/state answers. */
type VisitorState = {
  must_renew: boolean;
  cart: Omit<CartState, 'cartId'> & { cartId: string | null };
  note: { lines: { name: string; amount: string }[] } | null;
};
