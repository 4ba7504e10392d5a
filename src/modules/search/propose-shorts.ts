import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { listStaffShorts, type ShortFilters } from '#modules/catalogue/save-short.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { type CountedFind, listSearchFinds } from './finds.ts';
import { query, understoodFilters } from './listing.ts';
import { listUnwantedShorts, pageOf } from './unwanted-shorts.ts';

/** A page that people ask the search for. */
export type ShortProposal = {
  /** Every way in which it was asked for, the most frequent first. */
  words: string[];
  times: number;
  /** In how many branches the most frequent way was asked for. */
  branches: number;
  category: { id: number; code: string; name: string };
  filters: ShortFilters;
  /** «Цвет: Белый», one for each filter. */
  labels: string[];
  /** Cards on the page, in the branch that was asked about. */
  total: number;
};

/** Fewer cards than this are no page for search engines. */
const leastCards = 3;
/** Of what the query finds so much must stand in one category, and on the page that is proposed. */
const leastShare = 0.8;
/** So many queries, the most frequent first, are looked at: most of them have a page already, or can have none. */
const mostLooked = 600;

/**
 * Short listings that would answer what people searched for in these branches (null: in all): queries whose brand or
 * values the search understands, whose goods lie in one category, and which its filters alone find as well. Those that
 * exist or were refused are left out. The most wanted first. Outside of a transaction: the catalogue in memory answers.
 */
export async function proposeShorts(
  db: Db,
  priceContext: PriceContext,
  branches: string[] | null,
  now = new Date(),
): Promise<ShortProposal[]> {
  const finds = await listSearchFinds(db, branches, mostLooked, now);
  const [shorts, unwanted] = [await listStaffShorts(db, null), await listUnwantedShorts(db, branches, now)];
  const known = new Set([
    ...shorts.map(({ category_id, filters }) => keyOf(category_id, pageOf(filters))),
    ...unwanted.map(({ category_id, page }) => keyOf(category_id, page)),
  ]);
  const ids = new Map(
    (await db.selectFrom('categories').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  const proposals = new Map<string, ShortProposal>();
  for (const find of finds) {
    await yieldToEventLoop();
    const found = await proposalOf(db, priceContext, find, now);
    const id = ids.get(found?.category.code ?? '');
    if (!found || id === undefined) continue;
    const key = keyOf(id, pageOf(found.filters));
    const same = proposals.get(key);
    if (same) {
      same.words.push(find.words);
      same.times += find.times;
    } else if (!known.has(key)) proposals.set(key, { ...found, category: { ...found.category, id } });
  }
  return [...proposals.values()].sort((a, b) => b.times - a.times);
}

type Found = Omit<ShortProposal, 'category'> & { category: { code: string; name: string } };

async function proposalOf(
  db: Db,
  priceContext: PriceContext,
  { words, times, branches }: CountedFind,
  now: Date,
): Promise<Found | null> {
  const listing = Listing.parse({ q: words, limit: 1 });
  const asked = await query(db, priceContext, listing, now);
  const note = asked.search;
  if (asked.total < leastCards || !note || note.weak || note.redirect || note.dropped) return null;
  if (!note.understood.every(({ kind }) => kind === 'brand' || kind === 'value')) return null;
  const [category] = asked.categories.toSorted((a, b) => b.count - a.count);
  if (!category || category.count < leastShare * asked.total) return null;
  const filters = await understoodFilters(db, priceContext, listing);
  if (Object.keys(filters).length === 0) return null;
  const page = await query(db, priceContext, Listing.parse({ category: category.code, filters, limit: 1 }), now);
  if (page.total < leastCards || category.count < leastShare * page.total) return null;
  const { code, name } = category;
  const labels = note.understood.map(({ label }) => label);
  return { words: [words], times, branches, category: { code, name }, filters, labels, total: page.total };
}

function keyOf(category_id: number, page: string): string {
  return `${category_id}?${page}`;
}
