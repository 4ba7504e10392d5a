import type { RequestContext } from '#modules/visitors/request-context.ts';
import { type Listing, listingToQuery, nothingChosen } from '#shared/listing-query.ts';
import { categoriesStart } from '#shared/urls.ts';

export type ListingView = 'grid' | 'table';

/** How a list opens: as its category says, and as a table for those who buy for a firm at a desk. */
export function viewFor(
  requestContext: Pick<RequestContext, 'priceContext' | 'device'>,
  own: ListingView = 'grid',
): ListingView {
  return requestContext.priceContext.buyer_price_column !== null && requestContext.device === 'desktop' ? 'table' : own;
}

/**
 * A list as its address says it: the listing, how it is shown, and the first page shown when «Показать ещё» added more.
 */
export type ListingState = {
  listing: Listing;
  view: ListingView;
  default_view: ListingView;
  first_page: number;
  /** Code of the facet whose values are all sent; of the others long lists are cut (`cutFacets`). */
  all_values?: string;
  /** A short listing's own address: its pages stand there, any change of filters leads to the plain category. */
  short_path?: string;
};

/** The form of the filters; what stands outside it (the order) names it. */
export const filtersFormId = 'filters';

type Change = { page?: number; first_page?: number; view?: ListingView; all_values?: string };

/**
 * The address of a list: path, what narrows it, then the page. The category of search results and the view stand in the
 * query too, since no path holds them. A change of the listing goes to page 1 unless a page is named.
 */
export function listingUrl(path: string, state: ListingState, listing: Partial<Listing>, change: Change = {}): string {
  const query = listingToQuery({
    ...state.listing,
    page: 1,
    ...listing,
    ...(change.page ? { page: change.page } : {}),
  });
  const category = 'category' in listing ? listing.category : state.listing.category;
  if (category && !path.startsWith(categoriesStart)) query.set('category', category);
  const view = change.view ?? state.view;
  if (view !== state.default_view) query.set('view', view);
  const whole = change.all_values ?? state.all_values;
  if (whole) query.set('values', whole);
  if (change.first_page && change.page && change.first_page < change.page)
    query.set('first', String(change.first_page));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Another page of the same list; with `first` earlier pages stay on the screen. */
export function pageUrl(path: string, state: ListingState, page: number, first?: number): string {
  if (!state.short_path) return listingUrl(path, state, {}, { page, ...(first ? { first_page: first } : {}) });
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (first && first < page) query.set('first', String(first));
  return query.size > 0 ? `${state.short_path}?${query}` : state.short_path;
}

/** The list without anything that narrows it. */
export function resetUrl(path: string, state: ListingState): string {
  return listingUrl(path, state, { filters: {}, ...nothingChosen });
}
