import type { pageFacts } from '#shared/page-facts.ts';
import { type Cast, everybody, type Persona, signedInPeople } from './cast.ts';

/** Who gets in at one address of a page, and what the others meet. */
export type PageRow = {
  about: string;
  url: (cast: Cast) => string;
  /** They see it: status 200, or `enters` when the page only sends on. */
  in: Persona[];
  enters?: number;
  /** A guest who is not let in: led to the login page and back, or this status. */
  guest: 'login' | number;
  /** Everybody else. */
  others: number;
  /** Who of them meets something of their own. */
  except?: Partial<Record<Persona, number>>;
  /** Whose task it is to read somebody else's data here; all: what is in the address itself opens it. */
  reads?: Persona | 'all';
};

/** Every page with facts; one that is not here fails the types. */
export const pages: Record<keyof typeof pageFacts, PageRow[]> = {
  '/': open('/'),
  '/_shell/menu': open('/_shell/menu', 204),
  '/pass-worker.js': open('/pass-worker.js'),
  '/_forms/:code': [...open('/_forms/callback/'), ...nobody('/_forms/no-such-form/')],
  '/forms/:code': [...open('/forms/callback/'), ...nobody('/forms/no-such-form/')],
  '/manifest.webmanifest': open('/manifest.webmanifest'),
  '/qr/o': [row('the desk', () => '/qr/o/', ['guest', 'desk'], { others: 403 })],
  '/qr/o/:token': [
    row('a good pass', (cast) => `/qr/o/${cast.pass}/`, everybody, { reads: 'desk' }),
    row('a forged pass', (cast) => `/qr/o/${cast.pass.slice(0, -2)}AA/`, []),
  ],
  '/qr/acts/:id/:act/:position': [
    row('the desk’s picture', (cast) => `/qr/acts/${cast.annas.id}/${cast.act}/0`, ['desk'], {
      guest: 403,
      others: 403,
    }),
  ],
  '/qr/p/:code': nobody('/qr/p/no-such-code/'),
  '/qr/d/:id': open('/qr/d/00132/'),
  '/qr/c/:campaign/*': nobody('/qr/c/no-such-campaign/wall-3/'),
  '/qr/b/:token': nobody(`/qr/b/${'A'.repeat(65)}/`),
  '/qr/r/:order': nobody('/qr/r/999/'),
  '/qr/*': nobody('/qr/x/no-such-code/'),
  '/bonus-card': open('/bonus-card/'),
  '/idd-card': open('/idd-card/'),
  '/business-card': open('/business-card/'),
  '/kredit': open('/kredit/'),
  '/cart': open('/cart/'),
  '/cart/form': open('/cart/form/', 302),
  '/cart/offer.pdf': [
    ...proposal('/cart/offer.pdf'),
    ...annas('her list on paper', (cast) => `/cart/offer.pdf?list=${cast.list.id}`),
  ],
  '/cart/offer.xlsx': [
    ...proposal('/cart/offer.xlsx'),
    ...annas('her list as a spreadsheet', (cast) => `/cart/offer.xlsx?list=${cast.list.id}`),
  ],
  '/cart/shared/:token': nobody('/cart/shared/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/'),
  '/order': open('/order/'),
  // S2-06: its owner, and staff who work with orders.
  '/order/:id': orders((id) => `/order/${id}/`, 404).map((one) =>
    one.in.length > 0 ? { ...one, in: [...one.in, 'desk'], reads: 'desk' } : one,
  ),
  '/order/:id/change': orders((id) => `/order/${id}/change/`, 404),
  '/order/:id/pass': orders((id) => `/order/${id}/pass/`, 404),
  '/order/:id/acts/:act/:position': acts((id, act) => `/order/${id}/acts/${act}/0/`, 404),
  '/order/:id/payment': orders((id) => `/order/${id}/payment/`, 404),
  '/order/:id/receiving': orders((id) => `/order/${id}/receiving/`, 404),
  '/order/:id/receiving/power-of-attorney': papers((id) => `/order/${id}/receiving/power-of-attorney/`, 404),
  '/order/:id/documents/:file': firmPapers((id) => `/order/${id}/documents/invoice.pdf`, 404),
  '/catalog': open('/catalog/'),
  '/category/:slug': open('/category/suhie-smesi/'),
  '/category/:slug/shorts/:code': nobody('/category/suhie-smesi/shorts/no-such-code/'),
  '/product/:slug': [row('the product', (cast) => `/product/${cast.product.slug}/`, everybody)],
  '/price-tag/:slug': [row('its price tag', (cast) => `/price-tag/${cast.product.slug}/`, everybody)],
  '/product/:slug/reviews': [
    row('the product’s reviews', (cast) => `/product/${cast.product.slug}/reviews/`, everybody),
  ],
  '/product/:slug/questions': [
    row('questions about it', (cast) => `/product/${cast.product.slug}/questions/`, everybody),
  ],
  // Who has not received the product is told how to come to the form.
  '/reviews/write/:slug': [row('the form', (cast) => `/reviews/write/${cast.product.slug}/`, everybody)],
  '/reviews/order/:id': [row('an order not received yet', (cast) => `/reviews/order/${cast.annas.id}/`, [])],
  '/reviews/question/:slug': [row('the form', (cast) => `/reviews/question/${cast.product.slug}/`, everybody)],
  '/reviews/confirm': nobody('/reviews/confirm/?key=1.AAAA'),
  '/reviews/vote': open('/reviews/vote/', 302),
  '/brand': open('/brand/'),
  '/brand/:slug': nobody('/brand/no-such-brand/'),
  '/actions': open('/actions/'),
  '/actions/:slug': nobody('/actions/no-such-action/'),
  '/favorites': open('/favorites/'),
  '/compare': open('/compare/'),
  '/compare/export': [
    row('a shared list', ({ product }) => `/compare/export/?ids=${product.id.toString(36)}`, everybody),
    row('nothing to compare', () => '/compare/export/', []),
  ],
  '/viewed': open('/viewed/'),
  '/blog': open('/blog/'),
  '/blog/:slug': nobody('/blog/no-such-article/'),
  '/blog/rss.xml': open('/blog/rss.xml'),
  '/vacancy': open('/vacancy/'),
  '/vacancy/:id': nobody('/vacancy/999999999/'),
  '/lp/magic': open('/lp/magic/'),
  // Without a campaign there is no page; test/journeys/landing.test.ts walks the rest.
  '/lp/fortune': nobody('/lp/fortune/'),
  '/lp/:slug': nobody('/lp/no-such-landing/'),
  '/order-help': open('/order-help/'),
  '/order-help/estimate': open('/order-help/estimate/'),
  '/order-help/estimate/:id': nobody('/order-help/estimate/00000000-0000-4000-8000-000000000000/'),
  '/order-help/estimate/:id/export': nobody('/order-help/estimate/00000000-0000-4000-8000-000000000000/export'),
  '/delivery': open('/delivery/'),
  '/pay': open('/pay/'),
  '/about': open('/about/'),
  '/contacts': open('/contacts/'),
  '/cooperation': open('/cooperation/'),
  '/professionalam': open('/professionalam/'),
  '/privacy-policy': nobodyOrOpen('/privacy-policy/'),
  '/subscription': [
    row('an email’s link', (cast) => `/subscription/?key=${cast.subscriptionKey}`, everybody, { reads: 'all' }),
    row('a forged link', (cast) => `/subscription/?key=${cast.subscriptionKey.slice(0, -2)}AA`, []),
    row('the form', () => '/subscription/', everybody),
  ],
  '/subscription/alert': [
    row(
      'a product to watch',
      ({ product }) => `/subscription/alert/?product=${product.id}&topic=price_drops`,
      everybody,
    ),
    row('no such product', () => '/subscription/alert/?product=99999999&topic=price_drops', []),
  ],
  '/support': open('/support/'),
  '/info/site-map': open('/info/site-map/'),
  '/info/:slug': nobodyOrOpen('/info/offer/'),
  '/info/:slug/:version': nobodyOrOpen('/info/offer/1/'),
  '/login': toGuests('/login/'),
  '/login/not-me': open('/login/not-me/'),
  // Off until its keys are set.
  // The demonstration plays Yandex ID itself.
  '/auth/yandex': open('/auth/yandex/', 302),
  '/signup': toGuests('/signup/'),
  '/forgotpassword': open('/forgotpassword/'),
  '/password-restore': open('/password-restore/'),
  '/login-by-user': [
    row('entering for a customer', () => '/login-by-user/', ['acting', 'proxy'], { guest: 403, others: 403 }),
  ],
  '/personal': personal('/personal/'),
  '/personal/cards': personal('/personal/cards/'),
  '/personal/documents': personal('/personal/documents/'),
  '/personal/documents/export': [
    row('the papers of a firm', () => '/personal/documents/export/', ['sergey', 'proxy', 'pavel', 'elena'], {
      guest: 'login',
    }),
  ],
  '/personal/profile': personal('/personal/profile/'),
  '/personal/profile/company': personal('/personal/profile/company/'),
  '/personal/profile/company/:id/reconciliation': books((id) => `/personal/profile/company/${id}/reconciliation/`),
  '/personal/profile/company/:id/reconciliation.pdf': books(
    (id) => `/personal/profile/company/${id}/reconciliation.pdf`,
  ),
  '/personal/profile/export/:format': ['html', 'json'].map((format) =>
    row(
      'one’s own data',
      () => `/personal/profile/export/${format}/`,
      signedInPeople.filter((who) => who !== 'acting' && who !== 'proxy'),
      {
        guest: 'login',
        others: 403,
      },
    ),
  ),
  '/personal/profile/acting': personal('/personal/profile/acting/'),
  '/personal/lists': personal('/personal/lists/'),
  '/personal/lists/:id': annas('her list', (cast) => `/personal/lists/${cast.list.id}/`),
  '/personal/subscribe': personal('/personal/subscribe/'),
  '/personal/support': personal('/personal/support/'),
  '/personal/support/:id': annas('her ticket', (cast) => `/personal/support/${cast.ticket.id}/`),
  '/personal/support/:id/files/:file': annas(
    'the file of her ticket',
    (cast) => `/personal/support/${cast.ticket.id}/files/${cast.ticket.file_id}/`,
  ),
  '/personal/orders': open('/personal/orders/', 302),
  '/personal/orders/active': personal('/personal/orders/active/'),
  '/personal/orders/completed': personal('/personal/orders/completed/'),
  '/personal/orders/attach': open('/personal/orders/attach/', 302),
  '/personal/orders/:id': orders((id) => `/personal/orders/${id}/`, 'login'),
  '/personal/orders/:id/receiving/confirmation': orders(
    (id) => `/personal/orders/${id}/receiving/confirmation/`,
    'login',
  ),
  '/personal/orders/:id/acts/:act/:position': acts((id, act) => `/personal/orders/${id}/acts/${act}/0/`, 'login'),
  '/personal/orders/:id/payment': orders((id) => `/personal/orders/${id}/payment/`, 'login'),
  '/personal/orders/:id/receiving': orders((id) => `/personal/orders/${id}/receiving/`, 'login'),
  '/personal/orders/:id/receiving/power-of-attorney': papers(
    (id) => `/personal/orders/${id}/receiving/power-of-attorney/`,
    'login',
  ),
  '/personal/orders/:id/documents/:file': firmPapers((id) => `/personal/orders/${id}/documents/invoice.pdf`, 'login'),
  '/personal/orders/:group/export': personal('/personal/orders/active/export/'),
  '/*': nobody('/no-such-page/'),
};

function row(
  about: string,
  url: PageRow['url'],
  who: Persona[],
  more: Partial<Pick<PageRow, 'guest' | 'others' | 'except' | 'enters' | 'reads'>> = {},
): PageRow {
  return { about, url, in: who, guest: 404, others: 404, ...more };
}

/** For all, signed in or not. */
function open(path: string, enters?: number): PageRow[] {
  return [row(path, () => path, everybody, enters ? { enters } : {})];
}

/** Who is signed in already is sent on. */
function toGuests(path: string): PageRow[] {
  return [row(path, () => path, ['guest'], { others: 302 })];
}

/** The own cart on paper; an empty one leads back to the cart. */
function proposal(path: string): PageRow[] {
  return [row(path, () => path, ['anna', 'acting'], { guest: 302, others: 302 })];
}

function nobody(path: string): PageRow[] {
  return [row(path, () => path, [])];
}

/** What a firm owes and paid: its owner's and accountant's; a purchaser is told that it is not theirs. */
function books(url: (id: number) => string): PageRow[] {
  const of = ({ firm }: Cast) => url(firm.id);
  return [row('the firm’s books', of, ['sergey', 'proxy', 'elena'], { guest: 'login', except: { pavel: 403 } })];
}

/** A written page of the demo shop: here its text is not loaded, so it is the same 404 for all. */
function nobodyOrOpen(path: string): PageRow[] {
  return nobody(path);
}

/** Everybody's own: the same address shows each their own things (S6-02). */
function personal(path: string, enters?: number): PageRow[] {
  return [row(path, () => path, signedInPeople, { guest: 'login', ...(enters && { enters }) })];
}

function annas(about: string, url: PageRow['url']): PageRow[] {
  return [row(about, url, ['anna', 'acting'], { guest: 'login' })];
}

/** Private orders are their owner's; a firm's are seen by owner and accountant, a purchaser's by the purchaser too. */
function orders(url: (id: string) => string, guest: PageRow['guest']): PageRow[] {
  return [
    row('a private order', (cast) => url(cast.annas.id), ['anna', 'acting'], { guest }),
    row('the purchaser’s order', (cast) => url(cast.pavels.id), ['sergey', 'proxy', 'pavel', 'elena'], { guest }),
    row('the firm owner’s order', (cast) => url(cast.sergeys.id), ['sergey', 'proxy', 'elena'], { guest }),
    row('an order that does not exist', () => url('00000000-0000-4000-8000-000000000000'), [], { guest }),
  ];
}

/** A paper sent to Anna's order. */
function papers(url: (id: string) => string, guest: PageRow['guest']): PageRow[] {
  return [
    row('a power of attorney', (cast) => url(cast.annas.id), ['anna', 'acting'], { guest }),
    row('one that nobody sent', (cast) => url(cast.pavels.id), [], { guest }),
  ];
}

/** The picture of an act, under its own order and under somebody else's. */
function acts(url: (id: string, act: string) => string, guest: PageRow['guest']): PageRow[] {
  return [
    row('a picture of her act', (cast) => url(cast.annas.id, cast.act), ['anna', 'acting'], { guest }),
    row('her act under the firm’s order', (cast) => url(cast.pavels.id, cast.act), [], { guest }),
  ];
}

function firmPapers(url: (id: string) => string, guest: PageRow['guest']): PageRow[] {
  return orders(url, guest).slice(1);
}
