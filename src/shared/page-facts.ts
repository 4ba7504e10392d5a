/**
 * What holds for every answer of a page, said once for each line of `web/routes.ts`. A route without facts, or facts
 * without a route, fail the types (`web/page-routes.ts`). Two things are said elsewhere, because no server asks for
 * them by address: what the counter makes of a page, by the route's `handle` (`PageHandle`), which travels with the
 * page's own code, and the words of the acting log, by the tables that were changed (triggers `note_acting`), whichever
 * page changed them.
 */
export type PageFacts = {
  /**
   * `shared`: rendered for nobody in particular, cached for all visitors of a branch; `personal`: for one visitor,
   * stored nowhere.
   */
  cache: 'shared' | 'personal';
  /** Which files may be sent to it; how large and by whom: `web/page-routes.ts`. */
  upload?: 'form' | 'materials' | 'papers' | 'ticket';
  /** May be shown in two variants, by the visitor's tenth (`web/landing-split.ts`). */
  hasSplit?: true;
  /** A signed link shows its draft (`?preview=`), which is never cached. */
  hasPreview?: true;
  /** Links to it are fetched ahead (S9-06). */
  isPrefetched?: true;
  /** What it tells search engines that read it. */
  robots?: 'noindex' | 'noindex,follow';
  /** Stands in every branch's site map as it is; pages made of rows are listed with their rows (modules/feeds). */
  isInSitemap?: true;
  /** robots.txt asks search engines to stay away. */
  isClosedToRobots?: true;
  /** Somebody is in the middle of something of their own: no news is offered below it. */
  isBusy?: true;
  /** Of one task, an offer of its own or a long text that is read: no banner is laid over it. */
  isQuiet?: true;
  /** About signing in: no place to come back to after it. */
  isAboutSigningIn?: true;
  /** Read by a script of ours and no document: its failures are JSON. */
  isNoDocument?: true;
};

const shared = { cache: 'shared' } as const;
/** The same for everybody and linked to from many pages. */
const open = { ...shared, isPrefetched: true } as const;
const personal = { cache: 'personal' } as const;
/** An account's or an order's own. */
const own = { ...personal, robots: 'noindex', isClosedToRobots: true, isBusy: true } as const;
/** For one visitor, and nothing to be found by a search. */
const unlisted = { ...personal, robots: 'noindex' } as const;
const busy = { ...unlisted, isBusy: true } as const;
const signingIn = { ...busy, isAboutSigningIn: true } as const;
const code = { ...shared, robots: 'noindex' } as const;
/** One task, an offer of its own or a long text. */
const quiet = { ...open, isQuiet: true } as const;

export const pageFacts = {
  // An account’s own.
  '/personal': own,
  '/personal/cards': own,
  '/personal/documents': own,
  '/personal/documents/export': own,
  '/personal/lists': own,
  '/personal/lists/:id': own,
  '/personal/orders': own,
  '/personal/orders/:group/export': own,
  '/personal/orders/:id': own,
  '/personal/orders/:id/acts/:act/:position': own,
  '/personal/orders/:id/documents/:file': own,
  '/personal/orders/:id/payment': own,
  '/personal/orders/:id/receiving': { ...own, upload: 'papers' },
  '/personal/orders/:id/receiving/confirmation': own,
  '/personal/orders/:id/receiving/power-of-attorney': own,
  '/personal/orders/active': own,
  '/personal/orders/attach': own,
  '/personal/orders/completed': own,
  '/personal/profile': own,
  '/personal/profile/acting': own,
  '/personal/profile/company': own,
  '/personal/profile/company/:id/reconciliation': own,
  '/personal/profile/company/:id/reconciliation.pdf': own,
  '/personal/profile/export/:format': own,
  '/personal/subscribe': own,
  '/personal/support': { ...own, upload: 'papers' },
  '/personal/support/:id': { ...own, upload: 'papers' },
  '/personal/support/:id/files/:file': own,
  // An order’s own, for whoever holds its secret.
  '/order': own,
  '/order/:id': own,
  '/order/:id/acts/:act/:position': own,
  '/order/:id/change': own,
  '/order/:id/documents/:file': own,
  '/order/:id/pass': own,
  '/order/:id/payment': own,
  '/order/:id/receiving': { ...own, upload: 'papers' },
  '/order/:id/receiving/power-of-attorney': own,
  // Signing in.
  '/auth/yandex': { ...signingIn, isClosedToRobots: true },
  '/forgotpassword': signingIn,
  '/login': signingIn,
  '/login-by-user': busy,
  '/login/not-me': signingIn,
  '/password-restore': signingIn,
  '/signup': signingIn,
  // What a visitor has chosen.
  '/cart': { ...personal, robots: 'noindex,follow', isBusy: true },
  '/cart/form': busy,
  '/cart/offer.pdf': busy,
  '/cart/offer.xlsx': busy,
  '/cart/shared/:token': busy,
  '/compare': personal,
  '/compare/export': personal,
  '/favorites': personal,
  '/viewed': personal,
  // Goods.
  '/': { ...open, isInSitemap: true },
  '/actions': open,
  '/actions/:slug': open,
  '/brand': open,
  '/brand/:slug': open,
  '/catalog': open,
  '/category/:slug': open,
  '/category/:slug/shorts/:code': open,
  '/product/:slug': open,
  '/product/:slug/questions': open,
  '/product/:slug/reviews': open,
  '/price-tag/:slug': unlisted,
  '/reviews/confirm': unlisted,
  '/reviews/order/:id': unlisted,
  '/reviews/question/:slug': unlisted,
  '/reviews/vote': unlisted,
  '/reviews/write/:slug': { ...unlisted, upload: 'papers' },
  // Printed codes.
  '/qr/*': code,
  '/qr/acts/:id/:act/:position': unlisted,
  '/qr/b/:token': unlisted,
  '/qr/c/:campaign/*': code,
  '/qr/d/:id': unlisted,
  '/qr/o': unlisted,
  '/qr/o/:token': unlisted,
  '/qr/p/:code': code,
  '/qr/r/:order': unlisted,
  // Written pages, landings and what helps to buy.
  '/about': open,
  '/blog': quiet,
  '/blog/:slug': { ...quiet, hasPreview: true },
  '/blog/rss.xml': { ...shared, isQuiet: true },
  '/bonus-card': personal,
  '/business-card': personal,
  '/contacts': { ...open, isInSitemap: true },
  '/cooperation': open,
  '/delivery': open,
  '/idd-card': personal,
  '/info/:slug': { ...quiet, hasPreview: true },
  '/info/:slug/:version': quiet,
  '/info/site-map': { ...quiet, isInSitemap: true },
  '/kredit': personal,
  '/lp/:slug': { ...shared, hasSplit: true, hasPreview: true, isQuiet: true },
  '/lp/fortune': { ...personal, isQuiet: true },
  '/lp/magic': { ...quiet, isInSitemap: true },
  '/order-help': { ...quiet, isInSitemap: true },
  '/order-help/estimate': { ...unlisted, isQuiet: true, upload: 'materials' },
  '/order-help/estimate/:id': { ...unlisted, isQuiet: true },
  '/order-help/estimate/:id/export': { ...unlisted, isQuiet: true },
  '/pay': open,
  '/privacy-policy': { ...quiet, hasPreview: true },
  '/professionalam': open,
  '/subscription': unlisted,
  '/subscription/alert': unlisted,
  '/support': { ...unlisted, upload: 'ticket' },
  '/vacancy': open,
  '/vacancy/:id': open,
  // Forms, and what is no document.
  '/_forms/:code': { ...unlisted, upload: 'form', isNoDocument: true },
  '/_shell/menu': { ...shared, isNoDocument: true },
  '/forms/:code': { ...unlisted, upload: 'form' },
  '/manifest.webmanifest': shared,
  '/pass-worker.js': shared,
  // No page at all.
  '/*': shared,
} satisfies Record<string, PageFacts>;

/** How addresses begin that lead to no page: what answers there are calls, files and programs of their own. */
const noPages = {
  api: { answersPrograms: true, isClosedToRobots: true },
  admin: { answersPrograms: false, isClosedToRobots: true },
  dev: { answersPrograms: false, isClosedToRobots: true },
  files: { answersPrograms: false, isClosedToRobots: false },
  assets: { answersPrograms: true, isClosedToRobots: false },
  _ipx: { answersPrograms: true, isClosedToRobots: false },
} as const satisfies Record<string, { answersPrograms: boolean; isClosedToRobots: boolean }>;

/** Their beginnings, without slashes around, as `beginningsWith` gives those of pages. */
export function beginningsOfNoPages(isMeant: (facts: (typeof noPages)[keyof typeof noPages]) => boolean = () => true) {
  return Object.entries(noPages).flatMap(([start, facts]) => (isMeant(facts) ? [start] : []));
}

/** A page by its address as `routes.ts` has it: `/actions/:slug`. */
export type PageAddress = keyof typeof pageFacts;

/** What varies stands behind what is fixed, part by part, as React Router chooses a route. */
const byFixedParts = (Object.keys(pageFacts) as PageAddress[])
  .filter((page) => page !== '/*')
  .map((page) => ({ page, parts: page.split('/').slice(1) }))
  .toSorted((a, b) => (order(a.parts) < order(b.parts) ? -1 : 1));

function order(parts: string[]): string {
  return parts.map((part) => (part === '*' ? 2 : part.startsWith(':') ? 1 : 0)).join('');
}

/**
 * The page that a path, with or without the slash at its end, leads to, and what stands in it where the address varies;
 * null: none.
 */
export function pageAt(path: string): { page: PageAddress; varying: string[] } | null {
  const parts = path.replace(/^\/|\/$/g, '').split('/');
  for (const { page, parts: pattern } of byFixedParts) {
    const isOpen = pattern.at(-1) === '*';
    if (isOpen ? parts.length < pattern.length - 1 : parts.length !== pattern.length) continue;
    const isVarying = (at: number) => pattern[at]?.startsWith(':') === true;
    if (pattern.every((part, at) => part === '*' || (isVarying(at) ? parts[at] !== '' : part === parts[at])))
      return { page, varying: parts.filter((_part, at) => isVarying(at)) };
  }
  return null;
}

/**
 * The beginnings of addresses, without slashes around, under which all pages have a fact: `order`, `qr/o`. Unknown
 * addresses under them count too. Throws when pages with and without the fact share all that is fixed in their
 * addresses.
 */
export function beginningsWith(hasFact: (facts: PageFacts) => boolean): string[] {
  const all = Object.entries(pageFacts).map(([path, facts]) => ({
    parts: path.split('/').slice(1),
    has: hasFact(facts),
  }));
  const found = new Set<string>();
  for (const { parts, has } of all) {
    if (!has) continue;
    const fixed = parts.findIndex((part) => /^[:*]/.test(part));
    const most = fixed < 0 ? parts.length : fixed;
    const isTheirs = (length: number) =>
      all.every((other) => other.has || other.parts.slice(0, length).join('/') !== parts.slice(0, length).join('/'));
    const length = Array.from({ length: most }, (_, at) => at + 1).find(isTheirs);
    if (!length)
      throw new Error(`/${parts.join('/')} cannot be told from pages with other facts by how its address begins`);
    found.add(parts.slice(0, length).join('/'));
  }
  return [...found];
}

/** What `page-facts` closes to robots, as beginnings of paths, and what it lists for them. */
export const pagesForRobots = {
  closedToRobots: [
    ...beginningsOfNoPages(({ isClosedToRobots }) => isClosedToRobots),
    ...beginningsWith(({ isClosedToRobots = false }) => isClosedToRobots),
  ].map((start) => `/${start}/`),
  inSitemap: fixedPaths(({ isInSitemap = false }) => isInSitemap),
};

/** The facts of a route by its pattern, with or without the slash before it, as React Router gives it to loaders. */
export function factsOf(pattern: string): PageFacts {
  return pageFacts[`/${pattern.replace(/^\//, '')}` as keyof typeof pageFacts] ?? pageFacts['/*'];
}

/** Paths, with the slash at the end, of the pages with a fact whose addresses do not vary. */
function fixedPaths(hasFact: (facts: PageFacts) => boolean): string[] {
  const paths = Object.entries<PageFacts>(pageFacts).filter(([path, facts]) => hasFact(facts) && !/[:*]/.test(path));
  return paths.map(([path]) => (path === '/' ? path : `${path}/`));
}

/**
 * An expression for the whole addresses of the pages with a fact. What varies in them holds no dot, as names of files
 * do.
 */
export function pathsWith(hasFact: (facts: PageFacts) => boolean): string {
  const paths = Object.entries<PageFacts>(pageFacts).filter(([, facts]) => hasFact(facts));
  return `^/(${paths.map(([path]) => path.slice(1).replaceAll(/:\w+/g, '[^/.]+')).join('|')})/?$`;
}
