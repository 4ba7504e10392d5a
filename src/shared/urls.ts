import { ensure } from './ensure.ts';
import type { PageAddress } from './page-facts.ts';

/**
 * The address of every page, always with the trailing slash (S2-20). Parts that come from data are encoded, so that a
 * strange code cannot leave its place in the path. Both forms of a path open the same page; this one is the canonical.
 */
export const homeUrl = () => '/';
/** Where the path of every page begins. */
export const homeCrumb = { name: 'Главная', url: homeUrl() };
export const catalogUrl = () => '/catalog/';
export const searchUrl = (q: string) => `/catalog/?q=${encodeURIComponent(q)}`;
export const discountsUrl = () => '/catalog/?discounted=1';
export const noveltiesUrl = () => '/catalog/?sort=new';
/** Where the addresses of many pages begin, for whoever meets one. */
export const categoriesStart = '/category/';
export const productsStart = '/product/';
export const landingsStart = '/lp/';
export const ordersStart = '/personal/orders/';
/** Certificates and instructions of products, as files. */
export const documentFilesStart = '/files/documents/';
export const categoryUrl = (code: string) => `${categoriesStart}${part(code)}/`;
export const shortUrl = (code: string, short: string) => `${categoryUrl(code)}shorts/${part(short)}/`;
export const productUrl = (slug: string) => `${productsStart}${part(slug)}/`;
/** One price tag of a product on a sheet of paper. */
export const priceTagUrl = (slug: string) => `/price-tag/${part(slug)}/`;
/** The slug in the address of a product or of a page below it; null for any other. */
export const productSlugIn = (path: string): string | null => {
  const slug = path.startsWith(productsStart) && path.slice(productsStart.length).split('/', 2);
  return slug && slug.length > 1 && slug[0] ? decodeURIComponent(slug[0]) : null;
};
export const brandsUrl = () => '/brand/';
export const brandUrl = (slug: string) => `/brand/${part(slug)}/`;
export const actionsUrl = () => '/actions/';
export const actionUrl = (slug: string) => `/actions/${part(slug)}/`;
export const cartUrl = () => '/cart/';
/** Where a script sends the cart's form. */
export const cartFormUrl = () => '/cart/form/';
/** A copy of a cart for whoever has the link. */
export const sharedCartUrl = (token: string) => `/cart/shared/${part(token)}/`;
/** The cart as a commercial proposal; `items`: only these products of it, `list`: a saved list instead of it. */
export const cartOfferUrl = (kind: 'pdf' | 'xlsx', of: 'items' | 'list', ids: (number | string)[]) =>
  `/cart/offer.${kind}${ids.length > 0 ? `?${of}=${ids.join('-')}` : ''}`;
/** Every page of an order lies under it. */
export const guestOrdersUrl = () => '/order/';
export const orderUrl = (id: string) => `${guestOrdersUrl()}${part(id)}/`;
/** Where a guest pays; the token of an email's link goes along. */
export const guestPaymentUrl = (id: string, token?: string | null) =>
  `/order/${part(id)}/payment/${token ? `?token=${encodeURIComponent(token)}` : ''}`;
/** The same for a guest; the token of an email's link goes along. */
export const guestReceivingUrl = (id: string, token?: string | null) =>
  `/order/${part(id)}/receiving/${token ? `?token=${encodeURIComponent(token)}` : ''}`;
/** Where a proposal to change the order is answered. */
export const orderChangeUrl = (id: string, token?: string | null) =>
  `/order/${part(id)}/change/${token ? `?token=${encodeURIComponent(token)}` : ''}`;
export const findOrderUrl = () => '/order/';
export const favoritesUrl = () => '/favorites/';
export const compareUrl = () => '/compare/';
export const viewedUrl = () => '/viewed/';
/** `back`: the page to return to after signing in. */
export const loginUrl = (back?: string) => withBack('/login/', back);
export const signupUrl = (back?: string) => withBack('/signup/', back);
export const forgotPasswordUrl = (back?: string) => withBack('/forgotpassword/', back);
/** Where signing in through Yandex begins, and where Yandex sends the visitor back to (S2-07). */
export const yandexUrl = (back?: string) => withBack('/auth/yandex/', back);
export const loginByUserUrl = () => '/login-by-user/';
/** `token`: the secret of the email. */
export const passwordRestoreUrl = (token: string) => `/password-restore/?token=${encodeURIComponent(token)}`;
/** «Это не я» of an email. */
export const notMeUrl = (token: string) => `/login/not-me/?token=${encodeURIComponent(token)}`;
export const personalUrl = () => '/personal/';
export const documentsUrl = () => '/personal/documents/';
export const documentsArchiveUrl = () => '/personal/documents/export/';
export const profileUrl = () => '/personal/profile/';
/** «Кто работал в вашем кабинете». */
export const actingHistoryUrl = () => '/personal/profile/acting/';
export const supportUrl = () => '/personal/support/';
export const supportTicketUrl = (id: string) => `/personal/support/${part(id)}/`;
export const ticketFileUrl = (ticket_id: string, file_id: string) =>
  `/personal/support/${part(ticket_id)}/files/${part(file_id)}/`;
/** A person's lists of goods; `from`: what is to be saved as one. */
export const savedListsUrl = (from?: 'favourites' | 'cart') => `/personal/lists/${from ? `?from=${from}` : ''}`;
export const savedListUrl = (id: string) => `/personal/lists/${part(id)}/`;
export const subscribeUrl = () => '/personal/subscribe/';
/** Where the link of an email to a subscriber leads; `key` names the address. */
export const subscriptionUrl = (key: string) => `/subscription/?key=${key}`;
/** The same page without an email: the footer's form, which works without JavaScript too. */
export const newsUrl = () => '/subscription/';
/** Where one product is asked to be watched; without JavaScript a page, with it a dialog. */
export const alertUrl = (product_id: number, topic: 'price_drops' | 'back_in_stock') =>
  `/subscription/alert/?product=${product_id}&topic=${topic}`;
/** Technical support for whoever is not signed in too: the page of the footer's dialog. */
export const newTicketUrl = () => '/support/';
export const activeOrdersUrl = () => `${ordersStart}active/`;
export const completedOrdersUrl = () => `${ordersStart}completed/`;
export const ordersExportUrl = (group: 'active' | 'completed') => `${ordersStart}${group}/export/`;
export const attachOrdersUrl = () => `${ordersStart}attach/`;
export const personalOrderUrl = (id: string) => `${ordersStart}${part(id)}/`;
export const orderPaymentUrl = (id: string) => `${ordersStart}${part(id)}/payment/`;
export const orderReceivingUrl = (id: string) => `${ordersStart}${part(id)}/receiving/`;
/** The pass of an order opened as a guest; the signed-in owner's is `orderPassUrl`. */
export const guestPassUrl = (id: string) => `/order/${part(id)}/pass/`;
export const orderPassUrl = (id: string) => `${ordersStart}${part(id)}/receiving/confirmation/`;
/**
 * `file`: invoice.pdf or upd.pdf. The second is for guests: its owner's cookie or the email's token opens it.
 */
export const personalDocumentUrl = (id: string, file: string) => `${ordersStart}${part(id)}/documents/${part(file)}`;
export const orderDocumentUrl = (id: string, file: string, token?: string | null) =>
  `/order/${part(id)}/documents/${part(file)}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
export const companyUrl = () => '/personal/profile/company/';
/** Of those that a person may read, what waits for its money. */
export const unpaidInvoicesUrl = () => '/personal/documents/?kind=unpaid';
export const reconciliationUrl = (company_id: number) => `/personal/profile/company/${company_id}/reconciliation/`;
export const reconciliationDocumentUrl = (company_id: number, { from, to }: { from: string; to: string }) =>
  `/personal/profile/company/${company_id}/reconciliation.pdf?from=${from}&to=${to}`;
export const landingUrl = (slug: string) => `${landingsStart}${part(slug)}/`;
export const fortuneUrl = () => `${landingsStart}fortune/`;
export const magicUrl = () => `${landingsStart}magic/`;
export const blogUrl = () => '/blog/';
export const articleUrl = (slug: string) => `/blog/${part(slug)}/`;
export const blogFeedUrl = () => '/blog/rss.xml';
export const vacanciesUrl = () => '/vacancy/';
export const vacancyUrl = (id: number) => `/vacancy/${id}/`;
export const infoUrl = (slug: string) => `/info/${part(slug)}/`;
/** An earlier edition of a text that binds. */
export const pageEditionUrl = (slug: string, version: number) => `/info/${part(slug)}/${version}/`;
/** A written page by its slug (S2-03): some live at the root, the rest under /info/. */
export const writtenPageUrl = (slug: string) => (rootPages.has(slug) ? `/${slug}/` : infoUrl(slug));
export const deliveryUrl = () => '/delivery/';
export const payUrl = () => '/pay/';
export const professionalsUrl = () => '/professionalam/';
export const contactsUrl = () => '/contacts/';
export const aboutUrl = () => '/about/';
export const creditUrl = () => '/kredit/';
export const orderHelpUrl = () => '/order-help/';
export const estimatesUrl = () => '/order-help/estimate/';
export const estimateUrl = (id: string) => `/order-help/estimate/${part(id)}/`;
export const estimateSheetUrl = (id: string) => `/order-help/estimate/${part(id)}/export/`;
export const cooperationUrl = () => '/cooperation/';
export const privacyUrl = () => '/privacy-policy/';
export const bonusCardUrl = () => '/bonus-card/';
export const iddCardUrl = () => '/idd-card/';
/** The page of a form (S2-26); `about` is `kind:id` of what it is about, `count` of it as typed in its shown unit. */
export const formUrl = (code: string, about?: string, count?: string) =>
  `/forms/${part(code)}/${about ? `?${new URLSearchParams({ about, ...(count && { count }) })}` : ''}`;
/** The same form as data, for the browser. */
export const formCallUrl = (code: string) => `/_forms/${part(code)}/`;
export const businessCardUrl = () => '/business-card/';
export const personalCardsUrl = () => '/personal/cards/';
/** A card on a phone at the cash desk. */
export const cardQrUrl = (token: string) => `/qr/b/${part(token)}/`;
/** The label at a shelf, and the arrival at a point. */
export const shelfQrUrl = (code: string) => `/qr/p/${part(code)}/`;
export const arrivalQrUrl = (id_1c: string) => `/qr/d/${part(id_1c)}/`;
export const campaignQrUrl = (code: string) => `/qr/c/${part(code)}/`;
export const reviewQrUrl = (order_id: string) => `/qr/r/${part(order_id)}/`;

/** Written pages with a line of their own in `page-facts.ts`. */
const rootPages = new Set<string>([
  'delivery',
  'pay',
  'about',
  'contacts',
  'kredit',
  'order-help',
  'cooperation',
  'privacy-policy',
  'professionalam',
  'bonus-card',
  'idd-card',
  'business-card',
] satisfies RootSlug<PageAddress>[]);

type RootSlug<Page> = Page extends `/${infer Slug}` ? Slug : never;

function withBack(path: string, back: string | undefined): string {
  return back ? `${path}?back=${encodeURIComponent(back)}` : path;
}

/** Any text as one part of a path. */
export function part(text: string): string {
  return encodeURIComponent(text);
}

/**
 * The path with its trailing slash: '/catalog' → '/catalog/', '/catalog/' stays; query and fragment are not part of a
 * path.
 */
export function withTrailingSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/**
 * A path of this very shop to return to, or `otherwise`: another host, a scheme or a backslash is no place to send a
 * visitor.
 */
export function safeBack(typed: string | null | undefined, otherwise: string): string {
  return typed && isOwnPath(typed) ? typed : otherwise;
}

/**
 * A path of this very shop, as browsers send it: begins with one slash, at most 1,000 characters, no spaces, control
 * characters or backslashes. `//host` and `/\host` are other sites in disguise.
 */
export function isOwnPath(path: string): boolean {
  return path.length <= 1_000 && /^\/(?![/\\])[^\s\\\u0000-\u001f]*$/.test(path);
}

/**
 * The path of an address as a log may hold it: without the query, and without the tokens that open a card or an order
 * from a code.
 */
export function loggedPath(url: string): string {
  return ensure(url.split('?', 1)[0]).replace(/^(\/qr\/[bo]\/)[^/]+/, '$1…');
}

/** Formatting signs that turn the direction of a text or cannot be seen. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** A path as people read it: letters decoded, what could mislead the eye left encoded. Text, not HTML. */
export function readablePath(path: string): string {
  return path
    .split('/')
    .map((part) => {
      try {
        const decoded = decodeURIComponent(part);
        return invisible.test(decoded) || decoded.includes('/') ? part : decoded;
      } catch {
        return part;
      }
    })
    .join('/');
}

/** Hosts by which a machine means itself. */
export const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The back office. */
export const adminUrl = () => '/admin/';
