import type { LayerEvent } from '#web/parts/analytics/counter.ts';
import type { OpenPages } from '#web/parts/analytics/open-pages.ts';
import type { KnownProducts } from './known-products.ts';
import { listen } from './listen.ts';

/** Reports each part of the checkout form once, when it is entered. */
export function watchCheckout(known: KnownProducts, pages: OpenPages, push: (event: LayerEvent) => void) {
  let steps = new Set<number>();
  const entered = ({ target }: Event) => {
    const part = (target as Element).closest?.('#checkout > fieldset');
    const { counted } = pages.state;
    if (!part || counted?.kind !== 'cart') return;
    const { lines } = counted.data;
    const step = [...document.querySelectorAll('#checkout > fieldset')].indexOf(part) + 1;
    if (lines.length === 0 || steps.has(step)) return;
    steps.add(step);
    const products = lines.map(({ id, count }) => ({ ...known.ofId(id), quantity: count }));
    push({ checkout: { actionField: { step }, products } });
  };
  const endings = [listen('focusin', entered), listen('change', entered)];
  return {
    /** Another page: its parts are reported again. */
    beginAgain() {
      steps = new Set();
    },
    end() {
      for (const end of endings) end();
    },
  };
}
