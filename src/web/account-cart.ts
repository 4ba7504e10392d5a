import type { CartState } from '#modules/cart/cart-state.ts';
import { showMerged } from './merged-news.ts';
import { keepServerCart } from './visitor-lists.ts';

/** Coming back to a tab asks again, but not at every glance. */
const freshMs = 10_000;

let known: CartState | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<void> | null = null;

/** Takes what an answer, or another tab, said of the cart: the later state wins, and a gap between versions is asked for. */
export function accept(state: CartState): void {
  const before = known?.id === state.id ? known : null;
  if (before && state.version <= before.version) return;
  if (state.is_whole) keep(state);
  else if (before && state.version === before.version + 1)
    keep({ ...state, lines: { ...before.lines, ...state.lines } });
  else ask();
}

/** Asks the server; a question on its way is waited for and put once more, because the change may have come after it. */
export function ask(): void {
  asking = (asking ?? Promise.resolve()).then(() => fetchState());
}

export function askIfOld(): void {
  if (performance.now() - askedAt > freshMs) ask();
}

/** S8-08: a failure is silent, the next occasion asks again. */
async function fetchState(mayRenew = true): Promise<void> {
  askedAt = performance.now();
  const answer = await fetch('/api/_visitor/state', { cache: 'no-store' }).catch(() => null);
  const told: VisitorState | null = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!told) return;
  if (told.must_renew) return mayRenew ? renewThenFetch() : undefined;
  if (told.note) showMerged(told.note.lines);
  if (told.cart.id !== null) keep({ ...told.cart, id: told.cart.id });
}

/** S4-01: the browser itself renews its session for these calls. */
async function renewThenFetch(): Promise<void> {
  const { auth } = await import('./signing/auth.ts');
  await auth.load();
  return fetchState(false);
}

function keep(state: CartState): void {
  known = { ...state, is_whole: true };
  keepServerCart(known);
}

/** What GET /api/_visitor/state answers. */
type VisitorState = {
  must_renew: boolean;
  cart: Omit<CartState, 'id'> & { id: string | null };
  note: { lines: { name: string; count: number; unit: string }[] } | null;
};
