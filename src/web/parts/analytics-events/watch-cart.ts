import type { LayerEvent } from '#web/parts/analytics/counter.ts';
import type { OpenPages } from '#web/parts/analytics/open-pages.ts';
import { followVisitorLists, readVisitorLists } from '#web/parts/visitor/visitor-lists.ts';
import type { KnownProducts } from './known-products.ts';

/** The server's answer about a signed-in person's cart may come a moment after the form's. */
const answerMs = 2_000;

/**
 * What this tab's own presses have put into the cart and taken out, as changes. A cart that changes by itself (another
 * tab, signing in, an order that was placed) is nobody's press.
 */
export function watchCart(known: KnownProducts, pages: OpenPages, push: (event: LayerEvent) => void): () => void {
  let before = readVisitorLists().cart;
  let ownUntil = 0;
  const watchForms = () => {
    for (const { formAction, formData } of pages.state.submissions) {
      if (!formAction || !/\/cart\/?(\?|$)/.test(formAction)) continue;
      // An order that is being placed empties the cart.
      const intent = String(formData?.get('intent') ?? '');
      ownUntil = /^(place|agree)/.test(intent) ? 0 : Date.now() + answerMs;
    }
  };
  const compare = () => {
    const { cart } = readVisitorLists();
    const changes = changesBetween(before, cart);
    before = cart;
    if (Date.now() > ownUntil) return;
    for (const [id, change] of changes) {
      const products = [{ ...known.ofId(id), quantity: Math.abs(change) }];
      push(change > 0 ? { add: { products } } : { remove: { products } });
    }
  };
  const unwatch = [pages.subscribe(watchForms), followVisitorLists(compare)];
  return () => {
    for (const end of unwatch) end();
  };
}

type Cart = Record<number, number>;

/** The change of each product, not its total. */
export function changesBetween(before: Cart, after: Cart): [id: number, change: number][] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)].map(Number));
  return [...ids].flatMap((id) => {
    const change = (after[id] ?? 0) - (before[id] ?? 0);
    return change === 0 ? [] : [[id, change] as [number, number]];
  });
}
