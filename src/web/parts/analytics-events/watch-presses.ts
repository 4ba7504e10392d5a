import { documentFilesStart, productsStart } from '#shared/urls.ts';
import type { Counter, LayerEvent } from '#web/parts/analytics/counter.ts';
import type { KnownProducts } from './known-products.ts';
import { listen } from './listen.ts';
import { cardBoxes, productIn, promotionBoxes, promotionIn } from './watch-sight.ts';

/** Counts the links of cards, banners, tasks and documents that are followed. Returns what ends it. */
export function watchPresses(
  known: KnownProducts,
  slides: () => { id: number }[],
  counter: Counter,
  push: (event: LayerEvent) => void,
): () => void {
  const pressed = (event: Event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link) return;
    const card = link.closest(cardBoxes);
    const chosen = card && link.pathname.startsWith(productsStart) ? productIn(card, known) : null;
    if (chosen) {
      const { list = 'Список', ...product } = chosen.product;
      push({ click: { actionField: { list }, products: [{ ...product, list }] } });
    }
    const banner = link.closest(promotionBoxes);
    const promotion = banner ? promotionIn(banner, slides()) : null;
    if (promotion) {
      push({ promoClick: { promotions: [promotion.promotion] } });
      counter.goal('promo_click');
    }
    if (link.matches('.tasks .task')) counter.goal('home_task_click');
    if (link.pathname.startsWith(documentFilesStart)) counter.goal('doc_open');
  };
  const changed = ({ target }: Event) => {
    if ((target as Element).closest?.('.calc')) counter.goal('calc_used');
  };
  const endings = [listen('click', pressed, true), listen('change', changed)];
  return () => {
    for (const end of endings) end();
  };
}
