import type { Counter, LayerProduct, Promotion } from '#web/parts/analytics/counter.ts';
import { type PageRouter, type PageState, rootData } from '#web/parts/analytics/page-router.ts';
import type { Goal } from '#web/parts/analytics/reach-goal.ts';
import { openSettledQueue } from '#web/parts/analytics/settled-queue.ts';
import { openKnownProducts } from './known-products.ts';
import { watchCart } from './watch-cart.ts';
import { cardBoxes, productIn, promotionBoxes, promotionIn, watchSight } from './watch-sight.ts';

/** Cards seen within this time go out together. */
const gatherMs = 1_000;
/** Metrica takes long pushes badly; a phone sees no more at once anyway. */
const mostTogether = 20;

type CartLine = { id: number; count: number };
type CartAnswer = { verb?: string; coupon_error?: string | null };

/** Everything that is counted on the pages of this visit (S7-28; pages.md 0.10). Returns what ends it. */
export function watchPages(counter: Counter, router: PageRouter): () => void {
  const known = openKnownProducts();
  const queue = openSettledQueue(counter, router);
  const seenProducts: LayerProduct[] = [];
  let seenPromotions: Promotion[] = [];
  let gathering: number | undefined;
  let view = '';
  /** Title of the view that was told last. */
  let titled = '';
  let search = '';
  let path = '';
  let steps = new Set<number>();
  const answered = new WeakSet<object>();

  const sight = watchSight(known, slidesOf, (seen) => {
    if ('product' in seen) seenProducts.push(seen.product);
    else seenPromotions.push(seen.promotion);
    gathering ??= window.setTimeout(tellSeen, gatherMs);
  });
  const endings = [
    router.subscribe(look),
    watchCart(known, router, queue.push),
    () => sight.end(),
    () => queue.end(),
    () => window.clearTimeout(gathering),
    listen('click', clicked, true),
    listen('focusin', stepped),
    listen('change', changed),
    takeGoals(counter),
  ];
  look(router.state);
  return () => {
    for (const end of endings) end();
  };

  function tellSeen(): void {
    gathering = undefined;
    while (seenProducts.length > 0) queue.push({ impressions: seenProducts.splice(0, mostTogether) });
    if (seenPromotions.length > 0) queue.push({ promoView: { promotions: seenPromotions } });
    seenPromotions = [];
  }

  function look(state: PageState): void {
    known.learn(state.loaderData);
    for (const { data } of state.fetchers.values()) {
      known.learn(data);
      couponAnswered(data as CartAnswer | undefined);
    }
    if (state.navigation.state !== 'idle') return;
    const { pathname, search: query, key } = state.location;
    // A form's answer renders the same entry anew, a jump to a heading is no page.
    const now = `${key} ${pathname}${query}`;
    if (now === view) return;
    const isFirst = view === '';
    view = now;
    window.setTimeout(() => arrived(state, isFirst));
  }

  function arrived(state: PageState, isFirst: boolean): void {
    const { pathname, search: query } = state.location;
    if (isFirst) {
      titled = document.title;
      counter.hit();
    } else if (pathname !== path || query !== search) hitWhenTitled(view, titled);
    if (pathname !== path) {
      steps = new Set();
      sight.beginAnew();
    } else tellFilters(search, query);
    path = pathname;
    search = query;
    const product = productPage(state);
    if (product) queue.push({ detail: { products: [known.ofId(product.id)] } });
    if (isEmptySearch(state)) counter.goal('search_zero');
    const order = /^\/(?:personal\/orders|order)\/([0-9a-f-]{36})\//.exec(`${pathname}/`)?.[1];
    if (order) void tellPurchase(order, state);
  }

  /** React renders what the router brought in its own time; a page whose title is the same as before is waited for no longer than a second. */
  function hitWhenTitled(seen: string, before: string, tries = 20): void {
    if (seen !== view) return;
    if (document.title === before && tries > 0) {
      window.setTimeout(hitWhenTitled, 50, seen, before, tries - 1);
      return;
    }
    titled = document.title;
    counter.hit();
  }

  function tellFilters(before: string, after: string): void {
    const old = new URLSearchParams(before);
    for (const [key, value] of new URLSearchParams(after))
      if (!/^(page|first|sort|view|q)$/.test(key) && !old.getAll(key).includes(value)) counter.goal(`filter_${key}`);
  }

  function couponAnswered(answer: CartAnswer | undefined): void {
    if (!answer || typeof answer !== 'object' || answered.has(answer)) return;
    answered.add(answer);
    if (answer.verb === 'coupon') counter.goal(answer.coupon_error ? 'coupon_fail' : 'coupon_ok');
  }

  function clicked(event: Event): void {
    const link = (event.target as Element).closest?.('a');
    if (!link) return;
    const card = link.closest(cardBoxes);
    const chosen = card && link.pathname.startsWith('/product/') ? productIn(card, known) : null;
    if (chosen) {
      const { list, ...product } = chosen.product;
      queue.push({
        click: { actionField: { list: list ?? 'Список' }, products: [{ ...product, list: list ?? 'Список' }] },
      });
    }
    const banner = link.closest(promotionBoxes);
    const promotion = banner ? promotionIn(banner, slidesOf()) : null;
    if (promotion) {
      queue.push({ promoClick: { promotions: [promotion.promotion] } });
      counter.goal('promo_click');
    }
    if (link.matches('.tasks .task')) counter.goal('home_task_click');
    if (link.pathname.startsWith('/files/documents/')) counter.goal('doc_open');
  }

  function stepped({ target }: Event): void {
    const part = (target as Element).closest?.('#checkout > fieldset');
    const lines = (router.state.loaderData['pages/cart/route'] as { lines?: CartLine[] } | undefined)?.lines ?? [];
    if (!part || lines.length === 0) return;
    const step = [...document.querySelectorAll('#checkout > fieldset')].indexOf(part) + 1;
    if (steps.has(step)) return;
    steps.add(step);
    const products = lines.map(({ id, count }) => ({ ...known.ofId(id), quantity: count }));
    queue.push({ checkout: { actionField: { step }, products } });
  }

  function changed(event: Event): void {
    stepped(event);
    if ((event.target as Element).closest?.('.calc')) counter.goal('calc_used');
  }

  function slidesOf(): { id: number }[] {
    return (router.state.loaderData['pages/home/route'] as { slides?: { id: number }[] } | undefined)?.slides ?? [];
  }

  /** The server gives the purchase out once, whatever this browser remembers; what it remembers only spares the question. */
  async function tellPurchase(order: string, state: PageState): Promise<void> {
    const mark = `told_${order}`;
    if (localStorage.getItem(mark)) return;
    const path = `/api/ecm/${rootData(state).product_code}/orders/${order}/purchase/`;
    const answer = await fetch(path, { method: 'POST' }).catch(() => null);
    if (!answer?.ok) return;
    const { purchase }: { purchase: Purchase | null } = await answer.json();
    localStorage.setItem(mark, '1');
    if (!purchase) return;
    const { number, total, coupon, products } = purchase;
    queue.push({
      purchase: {
        actionField: { id: String(number), revenue: total, ...(coupon && { coupon }) },
        products: products.map(({ id, name, brand, category, price, count }) => ({
          id: String(id),
          name,
          ...(brand && { brand }),
          ...(category && { category }),
          price,
          quantity: count,
        })),
      },
    });
  }
}

type Purchase = {
  number: number;
  total: number;
  coupon: string | null;
  products: { id: number; name: string; brand: string | null; category: string | null; price: number; count: number }[];
};

function productPage(state: PageState): { id: number } | null {
  return (state.loaderData['pages/product/route'] as { product?: { id: number } } | undefined)?.product ?? null;
}

function isEmptySearch(state: PageState): boolean {
  const data = state.loaderData['pages/catalog/route'] as
    | { kind: string; listing_page?: { listing: { q?: string }; result: { total: number } } }
    | undefined;
  return data?.kind === 'list' && data.listing_page?.result.total === 0 && data.listing_page.listing.q !== undefined;
}

function listen(name: string, heard: (event: Event) => void, isCapturing = false): () => void {
  document.addEventListener(name, heard, isCapturing);
  return () => document.removeEventListener(name, heard, isCapturing);
}

/** Goals reached so far, and from now on each at once. */
function takeGoals(counter: Counter): () => void {
  const early = (window.shopGoals ?? []) as Goal[];
  for (const { goal, params } of Array.isArray(early) ? early : []) counter.goal(goal, params);
  window.shopGoals = { push: ({ goal, params }) => counter.goal(goal, params) };
  return () => {
    window.shopGoals = { push: () => {} };
  };
}
