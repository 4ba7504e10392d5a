import { redirect } from 'react-router';
import type { ListedCard } from '#modules/catalogue/card.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Coupon } from '#modules/pricing/coupon.ts';
import { type ListingResult, type NearGoods, query as queryListing } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import { withoutMarks } from '#shared/campaign-marks.ts';
import { countFilters, defaultLimit, type Listing, listingFromQuery, listingToQuery } from '#shared/listing-query.ts';
import type { ShopLook } from '#shared/shop-look.ts';
import { cutFacets, type ShownFacet } from '#web/parts/goods/cut-facets.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { type Packed, packCards, packFacets } from '#web/parts/goods/packed.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { type AppliedFilter, appliedFilters } from './applied.ts';
import { type ListingState, type ListingView, listingUrl, pageUrl } from './listing-url.ts';
import { promotedFilters } from './promoted.ts';
import { type RowPrices, rowPrices } from './row-prices.server.ts';

/** A way out of an empty list: what to drop and how many products then remain. */
export type Rescue = AppliedFilter & { total: number };

/** A page of the list with what its cards show. */
export type ShownResult = Omit<ListingResult, 'items' | 'facets' | 'near'> & {
  items: Packed<ListedCard[]>;
  facets: Packed<ShownFacet[]>;
  near: (Omit<NearGoods, 'items'> & { items: ListedCard[] })[];
};

export type ListingPage = ListingState & {
  path: string;
  result: ShownResult;
  /** Of the table. */
  row_prices?: RowPrices;
  /** A few values that narrow it well, to press above it. */
  promoted: { name: string; url: string }[];
  /** Of an empty list: filters whose removal alone brings products back, the most helpful first. */
  rescues: Rescue[];
  /** Something narrows, sorts or turns the pages: such addresses are not indexed. */
  is_plain: boolean;
};

type Reading = {
  db: Db;
  priceContext: PriceContext;
  request: Request;
  path: string;
  scope: Partial<Listing>;
  /** What the page itself demands of every product; it is no part of the address. */
  fixed?: Partial<Listing>;
  default_view?: ListingView;
  /** The moment whose pins and promotions are shown; null: now. */
  look: ShopLook | null;
  /** A short listing: its stored filters, and the address its pages stand at. */
  short?: { listing: Listing; path: string };
  /** The coupon that the page offers with its goods. */
  coupon?: Coupon | null;
};

/** «Показать ещё» keeps at most so many pages on one screen. */
const mostPagesShown = 10;
/** Pages are fetched four at a time when several are shown: one query instead of four. */
const chunkPages = 4;

/**
 * The list an address asks for. Throws a redirect to the clean address when it holds keys nobody knows, empty fields of
 * a form or bounds the wrong way round, and 404 for a page beyond the last.
 */
export async function readListing({
  db,
  priceContext,
  request,
  path,
  scope,
  fixed = {},
  default_view = 'grid',
  look,
  short,
  coupon = null,
}: Reading): Promise<ListingPage> {
  const url = new URL(request.url);
  const asked = withoutMarks(url.searchParams);
  const view: ListingView =
    asked.get('view') === 'table' ? 'table' : asked.get('view') === 'grid' ? 'grid' : default_view;
  const first = Number(/^[1-9]\d{0,3}$/.exec(asked.get('first') ?? '')?.[0] ?? 0);
  const rest = short ? listingToQuery(short.listing) : new URLSearchParams(asked);
  if (short && asked.has('page')) rest.set('page', asked.get('page') ?? '');
  rest.delete('view');
  rest.delete('first');
  rest.delete('values');
  const { ignored: _, ...listing } = listingFromQuery(rest, { ...scope, limit: defaultLimit });
  const first_page =
    first > 0 && first < listing.page ? Math.max(first, listing.page - mostPagesShown + 1) : listing.page;
  const result = await shownPages(db, priceContext, { ...listing, ...fixed }, first_page, look);
  const known: Listing = {
    ...listing,
    filters: Object.fromEntries(Object.entries(listing.filters).filter(([code]) => !result.ignored.includes(code))),
    // Goods of several units have no price of one unit to compare.
    ...(result.ignored.includes('base_price') ? { base_price_from: undefined, base_price_to: undefined } : {}),
  };
  const whole = result.facets.find(({ code, kind }) => kind === 'values' && code === asked.get('values'))?.code;
  const state: ListingState = {
    listing: known,
    view,
    default_view,
    first_page,
    ...(whole ? { all_values: whole } : {}),
    ...(short ? { short_path: short.path } : {}),
  };
  const clean = pageUrl(path, state, listing.page, first_page);
  if (!isSameQuery(asked, new URL(clean, url).searchParams)) throw redirect(clean, 302);
  if (listing.page > Math.max(1, result.pages)) throw notFound();
  const facets = cutFacets(result.facets, result.total, result.categories.length > 1, whole);
  return {
    ...state,
    path,
    result: {
      ...result,
      items: packCards(result.items.map(listed)),
      facets: packFacets(facets),
      near: result.near.map((way) => ({ ...way, items: way.items.map(listed) })),
    },
    ...(view === 'table' && { row_prices: await rowPrices(db, priceContext, result.items, coupon) }),
    promoted: promotedFilters(known, facets, result.categories, result.total).map(({ name, change }) => ({
      name,
      url: listingUrl(path, state, change),
    })),
    rescues: result.total === 0 ? await rescuesFor(db, priceContext, state, fixed, result) : [],
    is_plain: [...asked.keys()].length === 0,
  };
}

async function shownPages(
  db: Db,
  priceContext: PriceContext,
  listing: Listing,
  firstPage: number,
  look: ShopLook | null,
): Promise<ListingResult> {
  const read = (asked: Listing) => queryListing(db, priceContext, asked, look?.at, look?.drafts);
  if (firstPage === listing.page) return read(listing);
  const size = listing.limit * chunkPages;
  const from = (firstPage - 1) * listing.limit;
  const to = listing.page * listing.limit;
  const firstChunk = Math.floor(from / size);
  const chunks = Array.from({ length: Math.ceil(to / size) - firstChunk }, (_, index) => firstChunk + index + 1);
  const results = await Promise.all(chunks.map((page) => read({ ...listing, page, limit: size })));
  const [result] = results as [ListingResult];
  return {
    ...result,
    items: results.flatMap((chunk) => chunk.items).slice(from - firstChunk * size, to - firstChunk * size),
    pages: Math.ceil(result.total / listing.limit),
  };
}

async function rescuesFor(
  db: Db,
  priceContext: PriceContext,
  state: ListingState,
  fixed: Partial<Listing>,
  result: ListingResult,
): Promise<Rescue[]> {
  if (countFilters(state.listing) === 0) return [];
  const tried = await Promise.all(
    appliedFilters(state.listing, result.facets, result.base_price_range?.shown_unit).map(async (filter) => ({
      ...filter,
      total: (
        await queryListing(db, priceContext, { ...state.listing, ...filter.without, ...fixed, page: 1, limit: 1 })
      ).total,
    })),
  );
  return tried.filter((filter) => filter.total > 0).sort((a, b) => b.total - a.total);
}

function isSameQuery(a: URLSearchParams, b: URLSearchParams): boolean {
  const flat = (query: URLSearchParams) =>
    [...query]
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join('&');
  return flat(a) === flat(b);
}
