import { Listing } from '#modules/catalogue/schema.ts';
import { asCard } from '#modules/catalogue-index/cards.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { queryAs } from './listing.ts';
import { changedRules, type RuleChange, type SearchRules } from './plan/read-rules.ts';

export type { RuleChange } from './plan/read-rules.ts';

/** A product in the result of a query. Kopecks for one sales unit. */
export type FoundProduct = {
  id: number;
  name: string;
  image: string | null;
  price: number | null;
  available: number | null;
  shown_unit: ShownUnit;
};

/** What a query finds: how many cards, the first of them, and where it leads instead of goods. */
export type SearchResult = {
  total: number;
  items: FoundProduct[];
  redirect: string | null;
  /** The words that were really searched for, when they are not those typed. */
  used: string | null;
  /** The words left out because all of them together found nothing. */
  dropped: string | null;
};

/** So many of the first goods tell what a rule does; so many are looked through by who marks right answers. */
const shown = 8;
const shownToMark = 20;

/** Cards alone: values of filters are not shown. */
export const cardsOnly = { card: asCard, value: (): null => null };

/** What a query finds in the branch now, and what it would find after the change, by the shop's own search. */
export async function previewSearch(
  db: Db,
  priceContext: PriceContext,
  q: string,
  change: RuleChange,
  now = new Date(),
): Promise<{ before: SearchResult; after: SearchResult }> {
  const [before, rules] = await Promise.all([
    resultOf(db, priceContext, q, { tried: null, limit: shown }, now),
    changedRules(db, priceContext.department_id_1c, change),
  ]);
  return { before, after: await resultOf(db, priceContext, q, { tried: rules, limit: shown }, now) };
}

/** What a query finds in the branch: the first twenty cards, to mark which of them answer it. */
export function resultToMark(db: Db, priceContext: PriceContext, q: string, now: Date): Promise<SearchResult> {
  return resultOf(db, priceContext, q, { tried: null, limit: shownToMark }, now);
}

async function resultOf(
  db: Db,
  priceContext: PriceContext,
  q: string,
  { tried, limit }: { tried: SearchRules | null; limit: number },
  now: Date,
): Promise<SearchResult> {
  const listing = Listing.parse({ q, sort: 'relevance', limit });
  const { items, total, search } = await queryAs(db, priceContext, listing, cardsOnly, now, tried);
  return {
    total,
    items: items.map(({ id, name, images, price, available, shown_unit }) => ({
      id,
      name,
      image: images[0] ?? null,
      price,
      available,
      shown_unit,
    })),
    redirect: search?.redirect ?? null,
    used: search && search.used !== search.query ? search.used : null,
    dropped: search?.dropped ?? null,
  };
}
