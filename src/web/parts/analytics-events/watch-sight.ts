import { actionsUrl, brandsUrl, catalogUrl, categoriesStart, productsStart } from '#shared/urls.ts';
import type { LayerEvent, LayerProduct, Promotion } from '#web/parts/analytics/counter.ts';
import type { KnownProducts } from './known-products.ts';

/** A card is seen when half of it has been on the screen for so long. */
const seenShare = 0.5;
const seenMs = 500;
const cards = 'article.card, .table tbody tr';
const promotions = '.slide, [data-wobbler]';
/** Pages whose heading names the list on them. */
const lists = [categoriesStart, brandsUrl(), actionsUrl(), catalogUrl()];

/** Cards seen within this time go out together. */
const gatherMs = 1_000;
/** Metrica takes long pushes badly; a phone sees no more at once anyway. */
const mostTogether = 20;

type Seen = { product: LayerProduct } | { promotion: Promotion };

/** Watches which cards and banners are really seen; `tell` is called once for each in a view of a page. */
export function watchSight(known: KnownProducts, slides: () => { id: number }[], tell: (seen: Seen) => void) {
  const timers = new Map<Element, number>();
  let reported = new Set<string>();
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        window.clearTimeout(timers.get(target));
        if (isIntersecting) timers.set(target, window.setTimeout(see, seenMs, target));
      }
    },
    { threshold: seenShare },
  );
  const changes = new MutationObserver(look);
  let watched = new WeakSet<Element>();
  changes.observe(document.body, { childList: true, subtree: true });
  look();

  function look(): void {
    for (const box of document.querySelectorAll(`${cards}, ${promotions}`)) {
      if (watched.has(box)) continue;
      watched.add(box);
      sight.observe(box);
    }
  }

  function see(box: Element): void {
    // A banner that stands aside is looked at again: it may come back without moving.
    if (box.matches('[data-aside]')) {
      timers.set(box, window.setTimeout(see, seenMs, box));
      return;
    }
    const seen = box.matches(cards) ? productIn(box, known) : promotionIn(box, slides());
    if (!seen) return;
    const key = JSON.stringify('product' in seen ? [seen.product.list, seen.product.id] : seen.promotion.id);
    if (reported.has(key) || !box.isConnected) return;
    reported.add(key);
    tell(seen);
  }

  return {
    /** Another page: the same card may be seen again. */
    beginAgain() {
      reported = new Set();
      watched = new WeakSet();
      sight.disconnect();
      look();
    },
    end() {
      sight.disconnect();
      changes.disconnect();
    },
  };
}

/** The product of a card with its list and its place there. */
export function productIn(box: Element, known: KnownProducts): { product: LayerProduct } | null {
  const product = known.ofLink(box.querySelector(`a[href^="${productsStart}"]`)?.getAttribute('href') ?? null);
  if (!product) return null;
  const row = box.parentElement;
  const position = row ? [...row.children].filter((one) => one.matches(cards)).indexOf(box) + 1 : 1;
  return { product: { ...product, list: listOf(box), position } };
}

/** The heading over a row of cards; the page's own list goes by its kind, what was typed into the search stays out. */
function listOf(box: Element): string {
  const own = wordsOf(box.closest('section')?.querySelector(':scope > .block__head h2, :scope > h2'));
  if (own) return own;
  const { pathname, search } = window.location;
  if (new URLSearchParams(search).has('q')) return 'Поиск';
  const heading = wordsOf(document.querySelector('h1'));
  return heading && lists.some((start) => pathname.startsWith(start)) ? heading : 'Список';
}

/** As they are counted: the no-break spaces of typesetting would make another name of them. */
function wordsOf(element: Element | null | undefined): string {
  return element?.textContent?.replaceAll('\u00a0', ' ').trim() ?? '';
}

export function promotionIn(box: Element, slides: { id: number }[]): { promotion: Promotion } | null {
  const wobbler = box.getAttribute('data-wobbler');
  if (wobbler !== null) {
    const name = wordsOf(box.querySelector('[data-static]')).slice(0, 100) || 'Баннер';
    return { promotion: { id: `wobbler-${wobbler}`, name, creative_slot: 'wobbler' } };
  }
  const position = [...(box.parentElement?.children ?? [])].indexOf(box);
  const slide = slides[position];
  const name = wordsOf(box.querySelector('.h'));
  if (!slide || !name) return null;
  return { promotion: { id: `slide-${slide.id}`, name, creative_slot: 'home', position: position + 1 } };
}

export const promotionBoxes = promotions;
export const cardBoxes = cards;

/** Cards and banners as they are seen, pushed together. */
export function gatherSeen(push: (event: LayerEvent) => void) {
  const products: LayerProduct[] = [];
  let promotions: Promotion[] = [];
  let gathering: number | undefined;
  const tell = () => {
    gathering = undefined;
    while (products.length > 0) push({ impressions: products.splice(0, mostTogether) });
    if (promotions.length > 0) push({ promoView: { promotions } });
    promotions = [];
  };
  return {
    add(seen: Seen) {
      if ('product' in seen) products.push(seen.product);
      else promotions.push(seen.promotion);
      gathering ??= window.setTimeout(tell, gatherMs);
    },
    end: () => window.clearTimeout(gathering),
  };
}
