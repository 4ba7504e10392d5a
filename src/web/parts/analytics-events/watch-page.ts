import type { Counter, LayerEvent } from '#web/parts/analytics/counter.ts';
import type { OpenPages, PageState } from '#web/parts/analytics/open-pages.ts';
import type { Goal } from '#web/parts/analytics/reach-goal.ts';
import { openSettledQueue } from '#web/parts/analytics/settled-queue.ts';
import { type KnownProducts, openKnownProducts } from './known-products.ts';
import { reportPurchase } from './report-purchase.ts';
import { watchCart } from './watch-cart.ts';
import { watchCheckout } from './watch-checkout.ts';
import { watchPresses } from './watch-presses.ts';
import { gatherSeen, watchSight } from './watch-sight.ts';
import { watchViews } from './watch-views.ts';

/** Everything that is counted on the pages of this visit (S7-28). Returns what ends it. */
export function watchPages(counter: Counter, pages: OpenPages): () => void {
  const known = openKnownProducts();
  const queue = openSettledQueue(counter, pages);
  const seen = gatherSeen(queue.push);
  const slides = () => slidesOf(pages.state);
  const endAnswers = watchAnswers(known, counter, pages);
  const sight = watchSight(known, slides, seen.add);
  const checkout = watchCheckout(known, pages, queue.push);
  const endViews = watchViews(counter, pages, (state, isOtherPage) => {
    if (isOtherPage) {
      checkout.beginAgain();
      sight.beginAgain();
    }
    reportShown(state, known, counter, queue.push);
  });
  const endings = [
    endAnswers,
    endViews,
    watchCart(known, pages, queue.push),
    sight.end,
    queue.end,
    seen.end,
    watchPresses(known, slides, counter, queue.push),
    checkout.end,
    takeGoals(counter),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** What a page says by being opened. */
function reportShown(
  state: PageState,
  known: KnownProducts,
  counter: Counter,
  push: (event: LayerEvent) => void,
): void {
  const { counted, root } = state;
  if (counted?.kind === 'product') push({ detail: { products: [known.ofId(counted.data.product.id)] } });
  if (isEmptySearch(state)) counter.goal('search_zero');
  if (counted?.kind === 'order' && counted.params.id) void reportPurchase(counted.params.id, root.product_code, push);
}

function isEmptySearch({ counted }: PageState): boolean {
  if (counted?.kind !== 'catalogue' || counted.data.kind !== 'list') return false;
  const { listing, result } = counted.data.listing_page;
  return result.total === 0 && listing.q !== undefined;
}

function slidesOf({ counted }: PageState): { id: number }[] {
  return counted?.kind === 'home' ? counted.data.slides : [];
}

type CountedAnswer = { verb?: string; coupon_error?: string | null };

/** Learns of products from what loaders and fetchers bring, and of what became of a coupon. */
function watchAnswers(known: KnownProducts, counter: Counter, pages: OpenPages): () => void {
  const answered = new WeakSet<object>();
  const look = ({ data, fetched }: PageState) => {
    known.learn(data);
    for (const answer of fetched as (CountedAnswer | undefined)[]) {
      known.learn(answer);
      if (!answer || typeof answer !== 'object' || answered.has(answer)) continue;
      answered.add(answer);
      if (answer.verb === 'coupon') counter.goal(answer.coupon_error ? 'coupon_fail' : 'coupon_ok');
    }
  };
  look(pages.state);
  return pages.subscribe(look);
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
