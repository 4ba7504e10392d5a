/**
 * The address of every page, always with the trailing slash (S2-20). Parts that come from data are encoded, so that a strange
 * code cannot leave its place in the path. Both forms of a path open the same page; this one is the canonical.
 */
export const homeUrl = () => '/';
export const catalogUrl = () => '/catalog/';
export const searchUrl = (q: string) => `/catalog/?q=${encodeURIComponent(q)}`;
export const discountsUrl = () => '/catalog/?discounted=1';
export const noveltiesUrl = () => '/catalog/?sort=new';
export const categoryUrl = (code: string) => `/category/${part(code)}/`;
export const shortUrl = (code: string, short: string) => `/category/${part(code)}/shorts/${part(short)}/`;
export const productUrl = (slug: string) => `/product/${part(slug)}/`;
export const brandsUrl = () => '/brand/';
export const brandUrl = (slug: string) => `/brand/${part(slug)}/`;
export const actionsUrl = () => '/actions/';
export const actionUrl = (slug: string) => `/actions/${part(slug)}/`;
export const cartUrl = () => '/cart/';
export const orderUrl = (id: string) => `/order/${part(id)}/`;
export const findOrderUrl = () => '/order/';
export const favoritesUrl = () => '/favorites/';
export const compareUrl = () => '/compare/';
export const viewedUrl = () => '/viewed/';
export const loginUrl = () => '/login/';
export const blogUrl = () => '/blog/';
export const vacanciesUrl = () => '/vacancy/';
export const infoUrl = (slug: string) => `/info/${part(slug)}/`;
export const deliveryUrl = () => '/delivery/';
export const payUrl = () => '/pay/';
export const professionalsUrl = () => '/professionalam/';
export const contactsUrl = () => '/contacts/';
export const aboutUrl = () => '/about/';
export const creditUrl = () => '/kredit/';
export const orderHelpUrl = () => '/order-help/';
export const cooperationUrl = () => '/cooperation/';
export const privacyUrl = () => '/privacy-policy/';
export const bonusCardUrl = () => '/bonus-card/';
export const iddCardUrl = () => '/idd-card/';
export const businessCardUrl = () => '/business-card/';

function part(text: string): string {
  return encodeURIComponent(text);
}

/** The path with its trailing slash: '/catalog' → '/catalog/', '/catalog/' stays; query and fragment are not part of a path. */
export function withTrailingSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
