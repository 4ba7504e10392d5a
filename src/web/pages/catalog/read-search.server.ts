import { redirect } from 'react-router';
import { listArticles } from '#modules/blog/queries.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { noteSearchFind, popularQueries } from '#modules/search/finds.ts';
import { query, type SearchNote } from '#modules/search/listing.ts';
import { noteSearchMiss } from '#modules/search/misses.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { isRobot } from '#platform/device.ts';
import { type Listing as Asked, countFilters } from '#shared/listing-query.ts';
import { articleUrl, productUrl } from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import { listingUrl } from '#web/parts/listing/listing-url.ts';
import type { ListingPage } from '#web/parts/listing/read-listing.ts';
import { callOf } from '#web/parts/maps/open-now.tsx';
import type { Shop } from '#web/parts/request/context.ts';
import { noticedSearch } from '#web/parts/shell/noticed-search.ts';
import type { Instead, WayOut } from './nothing-found.tsx';

export type FoundArticle = { title: string; url: string; reading_minutes: number };

const mostArticles = 3;

/** Articles of the branch's blog about the same. A part that may be missing. */
export async function articlesAbout({ db, requestContext }: Shop, words: string): Promise<FoundArticle[]> {
  const { department } = requestContext;
  const asked = { topic: null, q: words, page: 1 };
  const { items } = await listArticles(db, department.id_1c, asked, shownAt(requestContext));
  return items
    .slice(0, mostArticles)
    .map(({ title, slug, reading_minutes }) => ({ title, url: articleUrl(slug), reading_minutes }));
}

/** Of a search that found nothing: the queries beside it that find something, the largest first. */
export async function waysOut(
  db: Db,
  priceContext: PriceContext,
  page: ListingPage,
  note: SearchNote,
): Promise<WayOut[]> {
  const { listing, path } = page;
  const changes: { name: string; change: Partial<Asked> }[] = [
    ...note.understood
      .filter(({ remove }) => remove !== '')
      .map(({ label, remove }) => ({ name: `Без условия «${label}»`, change: { q: remove } })),
    ...(listing.category ? [{ name: 'Во всех разделах', change: { category: undefined } }] : []),
    ...(listing.exact ? [{ name: 'С исправлениями запроса', change: { exact: undefined } }] : []),
  ];
  const tried = await Promise.all(
    changes.map(async ({ name, change }) => ({
      name,
      total: (await query(db, priceContext, { ...listing, ...change, page: 1, limit: 1 })).total,
      url: listingUrl(path, page, change),
    })),
  );
  return tried.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}

/**
 * What stands instead of results: what is often asked for and bought in the branch, its phone, and a form that says
 * what was missing.
 */
export async function insteadOfResults(site: Shop, words: string): Promise<Instead> {
  const { db, requestContext } = site;
  const { department } = requestContext;
  const [goods, form, queries] = await Promise.all([
    popularProducts(site),
    readFormView(site, 'wanted'),
    popularQueries(db, department.id_1c),
  ]);
  const call = callOf(department, requestContext.preview?.at);
  return { goods, queries, call, form: form && { ...form, values: { ...form.values, wanted: words } } };
}

/**
 * Counts what a person searched for in vain, so that staff see which words and goods are missing, and what was found by
 * a brand or a value that it named, which may deserve a page of its own. A search that filters narrow, or that was
 * asked for as typed, says nothing of its words. A cached page is not counted again: the same query within a minute is
 * one.
 */
export function noteSearched(
  { db, requestContext, log }: Shop,
  request: Request,
  { listing, result }: ListingPage,
): void {
  const { q, exact, category, page } = listing;
  if (requestContext.preview || !q || exact || category || page > 1 || countFilters(listing) > 0) return;
  if (isRobot(request.headers.get('user-agent') ?? '')) return;
  const kind = result.total === 0 ? 'nothing' : result.search?.weak ? 'doubtful' : null;
  const { id_1c: department_id_1c, time_zone } = requestContext.department;
  const search = { day: localTime(new Date(), time_zone).date, department_id_1c, words: q };
  if (kind) noteSearchMiss(db, { ...search, kind }, log);
  else if (result.search?.understood.some(({ code }) => code !== undefined)) noteSearchFind(db, search, log);
}

/**
 * The whole query is one product's article or barcode, or the name of a page of the shop, and nothing narrows it: go
 * there. The fragment tells the page why.
 */
export function leaveForAnswer({ exact_slug, redirect: to }: SearchNote, q: string): void {
  if (exact_slug) throw redirect(productUrl(exact_slug), 302);
  if (to) throw redirect(`${to}${noticedSearch(q)}`, 302);
}
