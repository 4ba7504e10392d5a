import type { ProductCard } from '#modules/catalogue/card.ts';
import { type AttributeValue, loadTree, type NamedBrand, type Tree } from '#modules/catalogue/categories.ts';
import { homeDelivery } from '#modules/catalogue/home-delivery.ts';
import { brandsBySlug, brandsOf, type NamedAction, namedActions, valuesOf } from '#modules/catalogue/named-values.ts';
import { branchPoints, handingOver } from '#modules/catalogue/points.ts';
import { hitProducts } from '#modules/catalogue/product-card.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { cardFacts } from '#modules/catalogue-index/card-facts.ts';
import { asCard, offersOfRows, type PresentCard, rowCards } from '#modules/catalogue-index/cards.ts';
import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import type { IndexQuery, IndexResult } from '#modules/catalogue-index/query.ts';
import { idAt, pricedFor } from '#modules/catalogue-index/segments.ts';
import { momentOf, type PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { perSwitch, type Switch } from '#shared/listing-query.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { attributeFacets, chipCounts, namedFacets, noteOf, primaryCategories } from './listing/facets.ts';
import { chosenGroups, indexQueryOf, isId, nobody, runningActions, withUnderstood } from './listing/index-query.ts';
import { nearCards } from './listing/near-cards.ts';
import { duePins, evaluatePinned, noPins } from './listing/pinned.ts';
import { planOf } from './listing/plan-of-list.ts';
import { fewCards } from './plan/near-parts.ts';
import { rulesFor, type SearchRules, searchRules } from './plan/read-rules.ts';
import type { SearchPlan } from './plan/search-plan.ts';

export type FacetValue = { id: string; value: string; count: number; selected: boolean };

/**
 * One filter group: the attributes, before them `brand` and `action` (promotions that run now; ids are slugs). Counts
 * are of cards and disjunctive: a group ignores its own selection and obeys all others. A value that would give nothing
 * stays with count 0. Range bounds are decimal texts.
 */
export type Facet<Value = FacetValue> = {
  code: string;
  name: string;
  unit: string | null;
  /** The same as people read it. */
  measure: ShownUnit | null;
  kind: 'values' | 'range';
  values: Value[];
  range?: { min: number; max: number; from: string | null; to: string | null };
};

/** What the search did with the query: the words it used and why they differ from those typed. */
export type SearchNote = Pick<
  SearchPlan,
  'query' | 'used' | 'correction' | 'dropped' | 'understood' | 'weak' | 'redirect'
> & {
  /** The query is exactly one product's article, barcode or code: the page may jump there. */
  exact_slug: string | null;
};

/** Goods found when some words are left out. */
export type NearGoods<Card = ProductCard> = {
  /** The words left out, as typed where they were typed so. */
  dropped: string[];
  /** The query without them. */
  query: string;
  /** The most relevant, none twice. */
  items: Card[];
};

/** What stands behind a value of a filter; the same object each time, as long as the tree stands. */
export type NamedValue = AttributeValue | NamedBrand | NamedAction;

/** What stands for it in an address: the slug of a brand or a promotion, else the value’s number. */
export function idOf(named: NamedValue): string {
  return 'slug' in named ? named.slug : String(named.id);
}

/** What people read. */
export function textOf(named: NamedValue): string {
  return 'slug' in named ? named.name : named.value;
}

/** What a list makes of its parts: objects for a page, texts for a response. */
export type Present<Card, Value> = {
  card: PresentCard<Card>;
  value: PresentValue<Value>;
  /**
   * Cards made a moment ago, by product, at this price context and from the catalogue as it stands at the call; those
   * that are missing are put there.
   */
  cards?: () => Map<number, Card> | null;
};

export type PresentValue<Value> = (named: NamedValue, count: number, selected: boolean) => Value;

const facetValue: PresentValue<FacetValue> = (named, count, selected) => ({
  id: idOf(named),
  value: textOf(named),
  count,
  selected,
});

export type ListingResult<Card = ProductCard, Value = FacetValue> = {
  items: Card[];
  /** Cards: variants of one model count once. */
  total: number;
  pages: number;
  facets: Facet<Value>[];
  /** Kopecks for one of the unit that people see, over what all other filters let through. */
  price_range: { min: number; max: number } | null;
  /** The same per base unit, in whole kopecks, where all goods of the list share that unit. */
  base_price_range: { unit: string; shown_unit: ShownUnit; min: number; max: number } | null;
  /** Of the switches, cards each. */
  counts: Record<Switch, number>;
  /** Direct sub-categories of the category; for search, brand and action the main categories of what was found. */
  categories: { code: string; name: string; count: number }[];
  search: SearchNote | null;
  /** Of a search that finds few: goods that match most of its words, in no count of the list. */
  near: NearGoods<Card>[];
  /** Filters that no attribute or value stands behind; they were not applied. */
  ignored: string[];
};

/**
 * A list of cards with exact disjunctive facet counts (S7-30), from the catalogue in memory. The price filtered and
 * sorted by is the one charged: the buyer's, else the branch's. An unknown category, brand or action is an empty list;
 * the page has looked it up before.
 */
export function query(
  db: Db,
  priceContext: PriceContext,
  listing: Listing,
  now = momentOf(priceContext),
  drafts: ShownDrafts = null,
): Promise<ListingResult> {
  return queryAs(db, priceContext, listing, { card: asCard, value: facetValue }, now, null, drafts);
}

/** The filters that a query is understood as, as a listing has them: attribute code → values, `brand` → slugs. */
export async function understoodFilters(
  db: Db,
  priceContext: PriceContext,
  listing: Listing,
): Promise<Record<string, string[]>> {
  const [tree, rules] = await Promise.all([loadTree(db), searchRules(db, priceContext.department_id_1c)]);
  return planOf(await catalogueIndex(db), rules, tree, listing, false)?.filters.filters ?? {};
}

/**
 * The same with what the entry point makes of each product and value. `tried`: instead of the branch's own rules, those
 * that somebody thinks of saving. `drafts`: of promotions and rules of the search that a look at the shop shows.
 */
export async function queryAs<Card, Value>(
  db: Db,
  priceContext: PriceContext,
  listing: Listing,
  present: Present<Card, Value>,
  now = momentOf(priceContext),
  tried: SearchRules | null = null,
  drafts: ShownDrafts = null,
): Promise<ListingResult<Card, Value>> {
  const [tree, delivery, points, hits, rules] = await Promise.all([
    loadTree(db),
    homeDelivery(db, priceContext),
    branchPoints(db, priceContext),
    hitProducts(db),
    listing.q ? (tried ?? rulesFor(db, priceContext.department_id_1c, drafts)) : null,
  ]);
  const category = listing.category === undefined ? null : tree.byCode.get(listing.category);
  if (category === undefined) return emptyResult;
  const [actions, allBrands, chosenValues] = await Promise.all([
    namedActions(db, tree, drafts),
    brandsBySlug(db, tree),
    valuesOf(db, tree, Object.values(listing.filters).flat().filter(isId).map(Number)),
  ]);
  const groups = chosenGroups(tree, listing, chosenValues, allBrands);

  // Last, and nothing is awaited until all is taken from it: the index changes between two awaits.
  let index = await catalogueIndex(db);
  const planned = () => rules && planOf(index, rules, tree, listing, tried !== null || drafts !== null);
  let plan = planned();
  if (plan && plan.unread.length > 0) {
    await valuesOf(db, tree, plan.unread);
    index = await catalogueIndex(db);
    plan = planned();
  }
  const priced = pricedFor(index, priceContext);
  const pins = rules && plan ? duePins(priced, rules, plan, listing, priceContext, now) : noPins;
  const running = runningActions(actions, priceContext, now);
  const looked = { category, actions, brands: allBrands, groups, delivery, running, plan };
  const indexQuery = indexQueryOf(index, priceContext, listing, looked, now);
  const narrowed = (asked: IndexQuery, by: SearchPlan) => withUnderstood(asked, by, listing, tree, allBrands);
  const result = evaluatePinned(priced, plan ? narrowed(indexQuery, plan) : indexQuery, pins);
  const nearby =
    plan && result.total < fewCards && listing.page === 1 ? nearCards(priced, indexQuery, plan, result, narrowed) : [];
  const idOfCard = ({ segmentNumber, row }: IndexResult['cards'][number]) => idAt(index, segmentNumber, row);
  const cards = present.cards?.() ?? new Map<number, Card>();
  const shown = nearby.length === 0 ? result.cards : [...result.cards, ...nearby.flatMap((near) => near.cards)];
  const missing = shown.filter((card) => !cards.has(idOfCard(card)));
  const offers = offersOfRows(priced, priceContext, missing, { ...handingOver(points, now), delivery }, now.getTime());
  const ids = result.cards.map(idOfCard);
  const nearIds = nearby.map((near) => near.cards.map(idOfCard));
  const missingIds = offers.map((offer) => offer.id);
  const exactIds = plan?.is_exact && result.total === 1 ? ids : [];

  const [facts, values, brands] = await Promise.all([
    cardFacts(db, index, tree, [...missingIds, ...exactIds]),
    valuesOf(db, tree, [...result.values.keys()]),
    listing.brand ? [] : brandsOf(db, tree, [...result.brands.keys()]),
  ]);
  for (const [id, card] of rowCards(offers, facts, hits, now, present.card)) cards.set(id, card);
  const ignored = [...groups.ignored];
  if (result.baseUnit === null && indexQuery.basePrice && result.total > 0) ignored.push('base_price');
  return {
    items: inOrder(cards, ids),
    total: result.total,
    pages: Math.ceil(result.total / listing.limit),
    facets: [
      ...namedFacets('brand', 'Бренд', brands, result.brands, listing, present.value),
      ...namedFacets('action', 'Акция', listing.action ? [] : running, result.actions, listing, present.value),
      ...attributeFacets(tree, groups, result, values, present.value),
    ],
    price_range: result.priceRange,
    base_price_range: basePriceRangeOf(tree, result),
    counts: result.switches,
    categories: category ? chipCounts(category, result) : primaryCategories(tree, result),
    search: plan && noteOf(plan, listing, facts.get(exactIds[0] ?? nobody)?.facts.slug ?? null),
    near: nearby.map(({ dropped, query: rest }, at) => ({
      dropped,
      query: rest,
      items: inOrder(cards, nearIds[at] ?? []),
    })),
    ignored,
  };
}

/** Only where all that was found is counted in one unit. */
function basePriceRangeOf(tree: Tree, { baseUnit, basePriceRange }: IndexResult) {
  if (baseUnit === null || !basePriceRange) return null;
  return { unit: baseUnit, shown_unit: tree.units.shown(baseUnit), ...basePriceRange };
}

/** A product without a card, deleted this moment, is absent. */
function inOrder<Card>(cards: Map<number, Card>, ids: number[]): Card[] {
  const found: Card[] = [];
  for (const id of ids) {
    const card = cards.get(id);
    if (card !== undefined) found.push(card);
  }
  return found;
}

const emptyResult: ListingResult<never, never> = {
  items: [],
  total: 0,
  pages: 0,
  facets: [],
  price_range: null,
  base_price_range: null,
  counts: perSwitch(() => 0),
  categories: [],
  search: null,
  near: [],
  ignored: [],
};
