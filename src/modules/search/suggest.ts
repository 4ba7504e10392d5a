import { type Category, loadTree, menuCategoryIds, type Tree } from '#modules/catalogue/categories.ts';
import { brandsBySlug } from '#modules/catalogue/named-values.ts';
import { isOnSale } from '#modules/catalogue/offers.ts';
import { handedOverNowhere } from '#modules/catalogue/points.ts';
import type { Rating } from '#modules/catalogue/rating.ts';
import { cardFacts } from '#modules/catalogue-index/card-facts.ts';
import { offersOfRows, type RowOffer } from '#modules/catalogue-index/cards.ts';
import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import { type FoundRow, mostRelevant } from '#modules/catalogue-index/most-relevant.ts';
import { primaryCategoryAt } from '#modules/catalogue-index/segment.ts';
import { type CatalogueIndex, pricedFor, segmentAt } from '#modules/catalogue-index/segments.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { cleanQuery } from '#shared/listing-query.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { type ShownUnit, shownPrice } from '#shared/unit-words.ts';
import { popularQueries } from './finds.ts';
import { planSearch } from './plan/plan-search.ts';
import { rulesFor } from './plan/read-rules.ts';
import type { SearchPlan } from './plan/search-plan.ts';
import { namedBrands, namedCategories } from './suggestions/suggested-names.ts';
import { suggestedQueries } from './suggestions/suggested-queries.ts';

export type SuggestedProduct = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  price: number | null;
  buyer_price: number | null;
  unit: string;
  /** How people read the sales unit. */
  shown_unit: ShownUnit;
  available: number | null;
  is_on_sale_now: boolean;
  rating: Rating | null;
};

/** What stands under the search box while one types (S7-31). Money in kopecks. */
export type Suggestions = {
  products: SuggestedProduct[];
  categories: { code: string; name: string; parent_name: string | null }[];
  brands: { slug: string; name: string }[];
  queries: string[];
  /** The words the answer was found by, when they are not those typed. */
  corrected_query: string | null;
};

const shown = { products: 5, categories: 3, brands: 3, queries: 4 };
const leastLength = 2;
/** So many of the best tell which categories and longer queries to offer. */
const considered = 40;

/**
 * Suggestions from two characters on; one gives nothing, none at all gives what is often searched for in the branch.
 * Categories are those of the branch's menu. `drafts`: of rules that a look at the shop shows.
 */
export async function suggest(
  db: Db,
  priceContext: PriceContext,
  q: string,
  drafts: ShownDrafts = null,
): Promise<Suggestions> {
  const typed = cleanQuery(q);
  if (typed === '') return { ...nothing, queries: await popularQueries(db, priceContext.department_id_1c) };
  if (typed.length < leastLength) return nothing;
  const [tree, kept, rules] = await Promise.all([
    loadTree(db),
    menuCategoryIds(db, priceContext.department_id_1c),
    rulesFor(db, priceContext.department_id_1c, drafts),
  ]);
  const brands = await brandsBySlug(db, tree);

  // Last, and nothing is awaited until all is taken from it: the index changes between two awaits.
  const index = await catalogueIndex(db);
  const priced = pricedFor(index, priceContext);
  const searched = index.segments.map(({ segment, tombstones }) => ({
    text: segment.text,
    isAlive: (row: number) => tombstones[row] === 0,
  }));
  const plan = planSearch(searched, rules, tree, { q: typed, is_typing: true });
  const found = mostRelevant(priced, plan, priceContext, considered);
  const partsOf = ({ segmentNumber, row }: FoundRow) => segmentAt(index, segmentNumber).parts[row] ?? 1;
  const offers = withinPrice(
    offersOfRows(priced, priceContext, found, { ...handedOverNowhere, delivery: null }, 0).map((offer, at) => ({
      ...offer,
      parts: partsOf(ensure(found[at])),
    })),
    plan.filters,
  );
  const holding = categoriesHolding(index, tree, found);

  const facts = await cardFacts(
    db,
    index,
    tree,
    offers.map((offer) => offer.id),
  );
  const isShown = (category: Category) => kept.size === 0 || kept.has(category.id);
  const products = offers
    .slice(0, shown.products)
    .flatMap(({ id, price, buyer_price, available }): SuggestedProduct[] => {
      const own = facts.get(id)?.facts;
      if (!own) return [];
      const { idcode, slug, name, article, images, unit, shown_unit, min_count, rating } = own;
      return [
        {
          id,
          idcode,
          slug,
          name,
          article,
          image: images[0] ?? null,
          price,
          buyer_price,
          available,
          rating,
          unit,
          shown_unit,
          is_on_sale_now: isOnSale(buyer_price ?? price, { switched_off: false, available, min_count }),
        },
      ];
    });
  const categories = plan.is_exact ? holding : [...new Set([...namedCategories(tree, plan.groups), ...holding])];
  return {
    products,
    categories: categories
      .filter(isShown)
      .slice(0, shown.categories)
      .map(({ code, name, parent_id }) => ({
        code,
        name,
        parent_name: parent_id === null ? null : (tree.byId.get(parent_id)?.name ?? null),
      })),
    brands: namedBrands(brands, plan.groups)
      .slice(0, shown.brands)
      .map(({ slug, name }) => ({ slug, name })),
    queries: plan.is_exact
      ? []
      : suggestedQueries(
          offers.flatMap(({ id }) => facts.get(id)?.facts ?? []),
          plan.used,
        ).slice(0, shown.queries),
    corrected_query: plan.correction ? plan.used : null,
  };
}

const nothing: Suggestions = { products: [], categories: [], brands: [], queries: [], corrected_query: null };

/**
 * Those at the price that was typed with the words; all where none of them is, so that a price never empties the list.
 */
function withinPrice<O extends RowOffer & { parts: number }>(
  offers: O[],
  { price_from, price_to }: SearchPlan['filters'],
): O[] {
  if (price_from === undefined && price_to === undefined) return offers;
  const within = offers.filter(({ price, buyer_price, parts }) => {
    const charged = shownPrice(buyer_price ?? price ?? 0, { parts });
    return charged > 0 && charged >= (price_from ?? 0) && charged <= (price_to ?? charged);
  });
  return within.length > 0 ? within : offers;
}

/** The main categories of what was found, the one with most of it first. */
function categoriesHolding(index: CatalogueIndex, tree: Tree, found: FoundRow[]): Category[] {
  const counts = new Map<number, number>();
  for (const { segmentNumber, row } of found) {
    const id = primaryCategoryAt(segmentAt(index, segmentNumber), row);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).flatMap(([id]) => tree.byId.get(id) ?? []);
}
