/**
 * What a banner must never lie on: what the page is and opens with, what goods are called and cost, fields, days to
 * choose from, buttons that buy, the bars that hold them, and other main actions.
 */
const guarded =
  'main h1, main .field, .card__name, .card .price, .slides, .gal__main, .gal__tools, .brand__title, .fortune__wheel, .code4, .days, .pdp .price, .pdp .state, main .btn--primary, main form[action^="/cart"] button, main .step, .buybar';

/** Bars fixed to the window's lower edge; a banner stands above them. */
const bars = '.bbar, .buybar, .ribbon p';

/** Bars at the upper edge; a banner stands below them. */
const headers = '.acting, .head, .mhead, .cats';

/** How much of a window is scrolled when the page has been opened and read on. */
const openingShare = 0.3;

/** A banner that stepped aside comes back when the page has stood still this long. */
const restMs = 500;

/**
 * Keeps the banner between the fixed bars of the window and out of the way: while the page stands at its beginning or a
 * button would be covered, the banner is hidden (`data-aside`) and comes back by itself. The focus inside keeps it,
 * because it was asked for. Returns what ends that.
 */
export function keepClear(banner: HTMLElement): () => void {
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  // All that is guarded, until the browser has reported what of it is far from the window: a page that scrolls has no
  // time to measure each of its cards.
  const near = new Set<Element>();
  const coversButton = (own: HTMLElement) => coversOne(near, own.getBoundingClientRect());

  const look = (isResting: boolean) => {
    const edgeTop = Math.max(0, ...edges(headers, ({ bottom }) => bottom));
    const isAtEdge = (bottom: number) => bottom >= window.innerHeight - 1;
    const fromEdge = ({ top, bottom }: DOMRect) => (isAtEdge(bottom) ? window.innerHeight - top : 0);
    const edgeBottom = Math.max(0, ...edges(bars, fromEdge));
    banner.style.setProperty('--edge-top', `${edgeTop}px`);
    banner.style.setProperty('--edge-bottom', `${edgeBottom}px`);
    const isInTheWay =
      !banner.contains(document.activeElement) && (isAtBeginning() || coversButton(banner) || coversFocus(banner));
    if (isInTheWay) banner.dataset.aside = '';
    else if (isResting) delete banner.dataset.aside;
  };
  const moved = () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      watchAll();
      look(true);
    }, restMs);
    follow();
  };
  const follow = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      look(false);
    });
  };
  // It tells of a jump, too, after which others are near.
  const nearness = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
      }
      follow();
    },
    { rootMargin: '50%' },
  );
  const watchAll = () => {
    nearness.disconnect();
    near.clear();
    for (const one of document.querySelectorAll(guarded)) {
      near.add(one);
      nearness.observe(one);
    }
  };
  const watch = new ResizeObserver(() => {
    watchAll();
    moved();
  });
  watch.observe(document.body);
  watch.observe(banner);
  // At once: what the keyboard has reached is never under it.
  const focused = () => look(false);
  document.addEventListener('focusin', focused);
  window.addEventListener('scroll', moved, { passive: true, capture: true });
  window.addEventListener('resize', moved);
  watchAll();
  look(true);
  return () => {
    watch.disconnect();
    nearness.disconnect();
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', focused);
    window.removeEventListener('scroll', moved, { capture: true });
    window.removeEventListener('resize', moved);
  };
}

/** What a page opens with is seen whole; a page too short to be scrolled on has no other moment for a banner. */
function isAtBeginning(): boolean {
  const { scrollHeight } = document.documentElement;
  const opening = window.innerHeight * openingShare;
  return window.scrollY < opening && scrollHeight - window.innerHeight >= opening;
}

function edges(selector: string, edge: (box: DOMRect) => number): number[] {
  return [...document.querySelectorAll(selector)].map((element) => edge(element.getBoundingClientRect()));
}

function coversOne(guarded: Iterable<Element>, banner: DOMRect): boolean {
  // What is folded below the first screen (styles/below.css) would be laid out only to be told that it is far away.
  return [...guarded].some((one) => one.checkVisibility?.({ contentVisibilityAuto: true }) && isUnder(one, banner));
}

function coversFocus(banner: HTMLElement): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && isUnder(activeElement, banner.getBoundingClientRect());
}

function isUnder(element: Element, banner: DOMRect): boolean {
  const box = element.getBoundingClientRect();
  const isShown = box.width > 0 && box.height > 0;
  return (
    isShown && box.left < banner.right && box.right > banner.left && box.top < banner.bottom && box.bottom > banner.top
  );
}
