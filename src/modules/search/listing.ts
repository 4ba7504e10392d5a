import type { ProductCard } from '#modules/catalogue/card.ts';
import {
  type Attribute,
  type AttributeValue,
  type Category,
  loadTree,
  type NamedBrand,
  subtreeIds,
  type Tree,
} from '#modules/catalogue/categories.ts';
import { brandsBySlug, brandsOf, type NamedAction, namedActions, valuesOf } from '#modules/catalogue/named-values.ts';
import { branchPoints, storesToday } from '#modules/catalogue/points.ts';
import { hitThreshold } from '#modules/catalogue/product-card.ts';
import { type Listing, parseRange } from '#modules/catalogue/schema.ts';
import { cardFacts } from '#modules/catalogue-index/card-facts.ts';
import { asCard, offersOfRows, type PresentCard, rowCards } from '#modules/catalogue-index/cards.ts';
import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import { evaluate } from '#modules/catalogue-index/evaluate.ts';
import type { CatalogueIndex } from '#modules/catalogue-index/parts.ts';
import type { Bounds, Found, IndexQuery, IndexResult } from '#modules/catalogue-index/query.ts';
import { actionKind, brandKind, type Segment } from '#modules/catalogue-index/segment.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { Db } from '#platform/database.ts';
import { perObject } from '#shared/per-object.ts';
import { keptPlan } from './plan/cached-plans.ts';
import { fewCards, nearParts } from './plan/near-parts.ts';
import type { SearchedText, SearchPlan } from './plan/plan-search.ts';
import { searchRules } from './plan/read-rules.ts';

export type FacetValue = { id: string; value: string; count: number; selected: boolean };

/**
 * One filter group: the attributes, before them `brand` and `action` (promotions that run now; ids are slugs). Counts are of cards and
 * disjunctive: a group ignores its own selection and obeys all others. A value that would give nothing stays with count 0. Range bounds are
 * decimal texts.
 */
export type Facet<Value = FacetValue> = {
  code: string;
  name: string;
  unit: string | null;
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

/** What a list makes of its parts: objects for a page, texts for an answer. */
export type Present<Card, Value> = {
  card: PresentCard<Card>;
  value: PresentValue<Value>;
  /** Cards made a moment ago, by product, at this shelf and from the catalogue as it stands at the call; those that are missing are put there. */
  cards?: () => Map<number, Card> | null;
};
type PresentValue<Value> = (named: NamedValue, count: number, selected: boolean) => Value;

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
  /** Kopecks, over what all other filters let through. */
  price_range: { min: number; max: number } | null;
  /** The same per base unit, in whole kopecks, where all goods of the list share that unit. */
  base_price_range: { unit: string; min: number; max: number } | null;
  counts: { in_stock: number; discounted: number };
  /** Direct sub-categories of the category; for search, brand and action the main categories of what was found. */
  categories: { code: string; name: string; count: number }[];
  search: SearchNote | null;
  /** Of a search that finds few: goods that match most of its words, in no count of the list. */
  near: NearGoods<Card>[];
  /** Filters that no attribute or value stands behind; they were not applied. */
  ignored: string[];
};

/**
 * A list of cards with exact disjunctive facet counts (S7-30), from the catalogue in memory. The price filtered and sorted by is the one
 * charged: the buyer's, else the branch's. An unknown category, brand or action is an empty list; the page has looked it up before.
 */
export function query(db: Db, shelf: Shelf, listing: Listing, now = new Date()): Promise<ListingResult> {
  return queryAs(db, shelf, listing, { card: asCard, value: facetValue }, now);
}

/** The same with what the door makes of each product and value. */
export async function queryAs<Card, Value>(
  db: Db,
  shelf: Shelf,
  listing: Listing,
  present: Present<Card, Value>,
  now = new Date(),
): Promise<ListingResult<Card, Value>> {
  const [tree, points, hits, rules] = await Promise.all([
    loadTree(db),
    branchPoints(db, shelf),
    hitThreshold(db),
    listing.q ? searchRules(db, shelf.department_id_1c) : null,
  ]);
  const category = listing.category === undefined ? null : tree.byCode.get(listing.category);
  if (category === undefined) return emptyResult;
  const [actions, allBrands, chosenValues] = await Promise.all([
    namedActions(db, tree),
    brandsBySlug(db, tree),
    valuesOf(db, tree, Object.values(listing.filters).flat().filter(isId).map(Number)),
  ]);
  const groups = chosenGroups(tree, listing, chosenValues, allBrands);

  // Last, and nothing is awaited until all is taken from it: the index changes between two awaits.
  let index = await catalogueIndex(db);
  let plan = rules && keptPlan(index.parts, () => index.parts.map(searchedText), rules, tree, listing);
  if (rules && plan && plan.unread.length > 0) {
    await valuesOf(db, tree, plan.unread);
    index = await catalogueIndex(db);
    plan = keptPlan(index.parts, () => index.parts.map(searchedText), rules, tree, listing);
  }
  const running = runningActions(actions, shelf, now);
  const { price, basePrice } = boundsOf(listing);
  const question: IndexQuery = {
    ...scopeOf(index, category, listing, actions, allBrands, plan),
    ticked: [...groups.ticked, ...tickedActions(listing, actions, groups.ignored)],
    ranges: groups.ranges,
    price,
    basePrice,
    inStock: listing.in_stock ?? false,
    discounted: listing.discounted ?? false,
    sort: listing.sort,
    first: (listing.page - 1) * listing.limit,
    limit: listing.limit,
    priceColumn: shelf.price_column,
    buyerPriceColumn: shelf.buyer_price_column,
    store: shelf.store,
    chips: category && narrowingOf(category).chips,
    actionIds: running.map((action) => action.id),
    now: now.getTime(),
  };
  const narrowed = (asked: IndexQuery, by: SearchPlan) => withUnderstood(asked, by, listing, tree, allBrands);
  const answer = evaluate(index, plan ? narrowed(question, plan) : question);
  const nearby =
    plan && answer.total < fewCards && listing.page === 1 ? nearCards(index, question, plan, answer, narrowed) : [];
  const { parts } = index;
  const idOfCard = ({ part, row }: IndexResult['cards'][number]) => parts[part]!.segment.id[row]!;
  const cards = present.cards?.() ?? new Map<number, Card>();
  const shown = nearby.length === 0 ? answer.cards : [...answer.cards, ...nearby.flatMap((near) => near.cards)];
  const missing = shown.filter((card) => !cards.has(idOfCard(card)));
  const offers = offersOfRows(index, shelf, missing, storesToday(points, now), now.getTime());
  const ids = answer.cards.map(idOfCard);
  const nearIds = nearby.map((near) => near.cards.map(idOfCard));
  const missingIds = offers.map((offer) => offer.id);
  const exactIds = plan?.is_exact && answer.total === 1 ? ids : [];

  const [facts, values, brands] = await Promise.all([
    cardFacts(db, index, tree, [...missingIds, ...exactIds]),
    valuesOf(db, tree, [...answer.values.keys()]),
    listing.brand ? [] : brandsOf(db, tree, [...answer.brands.keys()]),
  ]);
  const { baseUnit, basePriceRange } = answer;
  for (const [id, card] of rowCards(offers, facts, hits, now, present.card)) cards.set(id, card);
  const ignored = [...groups.ignored];
  if (baseUnit === null && question.basePrice && answer.total > 0) ignored.push('base_price');
  return {
    items: inOrder(cards, ids),
    total: answer.total,
    pages: Math.ceil(answer.total / listing.limit),
    facets: [
      ...namedFacets('brand', 'Бренд', brands, answer.brands, listing, present.value),
      ...namedFacets('action', 'Акция', listing.action ? [] : running, answer.actions, listing, present.value),
      ...attributeFacets(tree, groups, answer, values, present.value),
    ],
    price_range: answer.priceRange,
    base_price_range: baseUnit !== null && basePriceRange ? { unit: baseUnit, ...basePriceRange } : null,
    counts: { in_stock: answer.inStock, discounted: answer.discounted },
    categories: category ? chipCounts(category, answer) : mainCategories(tree, answer),
    search: plan && noteOf(plan, listing, facts.get(exactIds[0] ?? nobody)?.facts.slug ?? null),
    near: nearby.map(({ dropped, query: rest }, at) => ({
      dropped,
      query: rest,
      items: inOrder(cards, nearIds[at]!),
    })),
    ignored,
  };
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
  counts: { in_stock: 0, discounted: 0 },
  categories: [],
  search: null,
  near: [],
  ignored: [],
};

/** The id of a brand or promotion that does not exist. */
const nobody = -1;

function searchedText({ segment, tombstones }: CatalogueIndex['parts'][number]): SearchedText {
  return { text: segment.text, isAlive: (row) => tombstones[row] === 0, carried: segment };
}

type Groups = Pick<IndexQuery, 'ticked' | 'ranges'> & {
  chosenRanges: { attribute: Attribute; from: string | null; to: string | null }[];
  ignored: string[];
};

/** So many groups of ticks and as many ranges fit a mask of 32 bits beside brand, promotion, prices, stock and discount. */
const maxTicked = 13;
const maxRanges = 12;

type BrandsBySlug = Awaited<ReturnType<typeof brandsBySlug>>;

function isId(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

/** The chosen filters with real attributes, values and brands behind them. */
function chosenGroups(tree: Tree, listing: Listing, values: AttributeValue[], brands: BrandsBySlug): Groups {
  const groups: Groups = { ticked: [], ranges: [], chosenRanges: [], ignored: [] };
  const ticked: { attribute: Attribute; ids: string[] }[] = [];
  for (const [code, chosen] of Object.entries(listing.filters)) {
    if (chosen.length === 0 || code === 'brand' || code === 'action') continue;
    const attribute = tree.attributeByCode.get(code);
    const range = attribute && isRange(attribute) ? parseRange(chosen[0]!) : null;
    if (attribute && range) groups.chosenRanges.push({ attribute, from: range.from ?? null, to: range.to ?? null });
    else if (attribute?.filter === 'values') ticked.push({ attribute, ids: chosen });
    else groups.ignored.push(code);
  }
  groups.ignored.push(...ticked.splice(maxTicked - 2).map(({ attribute }) => attribute.code));
  groups.ignored.push(...groups.chosenRanges.splice(maxRanges).map(({ attribute }) => attribute.code));
  groups.ranges = groups.chosenRanges.map(({ attribute, from, to }) => ({
    code: attribute.code,
    from: from === null ? null : Number(from),
    to: to === null ? null : Number(to),
  }));
  for (const { attribute, ids } of ticked) {
    const own = values.filter((value) => value.attribute_id === attribute.id && ids.includes(String(value.id)));
    if (own.length > 0) groups.ticked.push({ kind: attribute.id, ids: own.map((value) => value.id) });
    else groups.ignored.push(attribute.code);
  }
  const chosenBrands = tickedBrands(listing.filters.brand, brands);
  if (chosenBrands) groups.ticked.push(chosenBrands);
  else if (listing.filters.brand?.length) groups.ignored.push('brand');
  return groups;
}

function tickedBrands(slugs: string[] = [], brands: BrandsBySlug): IndexQuery['ticked'][number] | null {
  const ids = slugs.flatMap((slug) => brands.get(slug)?.id ?? []);
  return ids.length > 0 ? { kind: brandKind, ids } : null;
}

/** Filtered by two bounds instead of ticks. */
function isRange(attribute: Attribute): boolean {
  return attribute.filter === 'range' && attribute.type === 'number';
}

function runningActions(actions: NamedAction[], shelf: Shelf, now: Date): NamedAction[] {
  const at = now.getTime();
  return actions.filter(
    ({ starts_at, ends_at, department_id_1c }) =>
      starts_at.getTime() <= at &&
      ends_at.getTime() > at &&
      (department_id_1c ?? shelf.department_id_1c) === shelf.department_id_1c,
  );
}

function tickedActions(listing: Listing, actions: NamedAction[], ignored: string[]): IndexQuery['ticked'] {
  const slugs = listing.filters.action ?? [];
  const ids = actions.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id);
  if (slugs.length > 0 && ids.length === 0) ignored.push('action');
  return ids.length > 0 ? [{ kind: actionKind, ids }] : [];
}

function scopeOf(
  index: CatalogueIndex,
  category: Category | null,
  listing: Listing,
  actions: NamedAction[],
  brands: BrandsBySlug,
  plan: SearchPlan | null,
): Pick<IndexQuery, 'categoryIds' | 'brandId' | 'actionId' | 'found'> {
  return {
    categoryIds: category && narrowingOf(category).ids,
    brandId: listing.brand ? (brands.get(listing.brand)?.id ?? nobody) : null,
    actionId: listing.action ? (actions.find(({ slug }) => slug === listing.action)?.id ?? nobody) : null,
    found: plan && foundBy(index, plan),
  };
}

/** What the words of the plan find, part by part, sold by its unit. */
function foundBy(index: CatalogueIndex, plan: SearchPlan): Found[] {
  return index.parts.map(({ segment }) => ofUnit(segment, matchText(segment.text, plan), plan.unit));
}

function ofUnit({ baseUnit, baseUnits }: Segment, found: Found, unit: string | null): Found {
  if (unit === null) return found;
  const wanted = baseUnits.indexOf(unit);
  const places = Array.from({ length: found.rows.length }, (_, at) => at).filter(
    (at) => baseUnit[found.rows[at]!] === wanted,
  );
  return { rows: places.map((at) => found.rows[at]!), scores: places.map((at) => found.scores[at]!) };
}

function boundsOf(
  listing: Pick<Listing, 'price_from' | 'price_to' | 'base_price_from' | 'base_price_to'>,
): Pick<IndexQuery, 'price' | 'basePrice'> {
  const bounds = (from: number | undefined, to: number | undefined): Bounds | null =>
    from === undefined && to === undefined ? null : { from: from ?? null, to: to ?? null };
  return {
    price: bounds(listing.price_from, listing.price_to),
    basePrice: bounds(listing.base_price_from, listing.base_price_to),
  };
}

/** What the search understood as filters, where the list itself says nothing of the kind. */
function withUnderstood(
  question: IndexQuery,
  { filters: understood }: SearchPlan,
  listing: Listing,
  tree: Tree,
  brands: BrandsBySlug,
): IndexQuery {
  const { in_stock, discounted, filters } = understood;
  const bounds = boundsOf({ ...listing, ...understood });
  const ticked = Object.entries(filters).flatMap(([code, values]): IndexQuery['ticked'] => {
    if (code === 'brand') {
      const own = tickedBrands(values, brands);
      return own ? [own] : [];
    }
    const attribute = tree.attributeByCode.get(code);
    return attribute && !isRange(attribute) ? [{ kind: attribute.id, ids: values.map(Number) }] : [];
  });
  const ranges = Object.entries(filters).flatMap(([code, [first]]): IndexQuery['ranges'] => {
    const range = parseRange(first ?? '');
    if (!range || question.ranges.some((own) => own.code === code)) return [];
    return [{ code, from: Number(range.from), to: Number(range.to) }];
  });
  const isFree = ({ kind }: IndexQuery['ticked'][number]) => question.ticked.every((own) => own.kind !== kind);
  return {
    ...question,
    ticked: [...question.ticked, ...ticked.filter(isFree)].slice(0, maxTicked),
    ranges: [...question.ranges, ...ranges].slice(0, maxRanges),
    price: question.price ?? bounds.price,
    basePrice: question.basePrice ?? bounds.basePrice,
    inStock: question.inStock || in_stock === true,
    discounted: question.discounted || discounted === true,
  };
}

const most = { ways: 3, nearCards: 12 };

type NearCards = Omit<NearGoods, 'items'> & { cards: IndexResult['cards'] };

/** The cards near to a search that found few: under the same filters, without those that are understood from the words left out. */
function nearCards(
  index: CatalogueIndex,
  question: IndexQuery,
  plan: SearchPlan,
  { cards: shown, total }: IndexResult,
  narrowed: (asked: IndexQuery, by: SearchPlan) => IndexQuery,
): NearCards[] {
  const near: NearCards[] = [];
  const modelOf = ({ part, row }: IndexResult['cards'][number]) => index.parts[part]!.segment.model[row]!;
  const seen = new Set(shown.map(modelOf));
  let left = most.nearCards - total;
  for (const { groups, dropped, query: rest } of nearParts(index.parts.map(searchedText), plan)) {
    if (near.length === most.ways || left <= 0) break;
    const way: SearchPlan = { ...plan, groups, filters: { ...plan.filters, filters: {} } };
    const limit = left + seen.size;
    const asked: IndexQuery = {
      ...question,
      found: foundBy(index, way),
      first: 0,
      limit,
      sort: 'relevance',
      actionIds: [],
    };
    const { cards } = evaluate(index, narrowed(asked, way));
    const own = cards.filter((card) => !seen.has(modelOf(card))).slice(0, left);
    if (own.length === 0) continue;
    for (const card of own) seen.add(modelOf(card));
    left -= own.length;
    near.push({ dropped, query: rest, cards: own });
  }
  return near;
}

type Narrowing = { ids: number[]; chips: NonNullable<IndexQuery['chips']> };
/** All ids under a category, and a chip for each direct sub-category, which counts what lies anywhere under it. Categories live as long as their tree. */
const narrowingOf = perObject((category: Category): Narrowing => {
  const { children } = category;
  const ofCategory = new Map(children.flatMap((child, at) => subtreeIds(child).map((id) => [id, at] as const)));
  return { ids: subtreeIds(category), chips: { ofCategory, count: children.length } };
});

/** The filter by brands or promotions: those that occur. */
function namedFacets<Value>(
  code: 'brand' | 'action',
  name: string,
  all: (NamedBrand | NamedAction)[],
  counts: IndexResult['brands'],
  listing: Listing,
  present: PresentValue<Value>,
): Facet<Value>[] {
  const selected = listing.filters[code];
  const values: Value[] = [];
  for (const named of all) {
    const count = counts.get(named.id);
    if (count !== undefined) values.push(present(named, count, selected?.includes(named.slug) ?? false));
  }
  return values.length === 0 ? [] : [{ code, name, unit: null, kind: 'values', values }];
}

function attributeFacets<Value>(
  tree: Tree,
  groups: Groups,
  answer: IndexResult,
  values: AttributeValue[],
  present: PresentValue<Value>,
): Facet<Value>[] {
  const ticked = new Map(groups.ticked.map(({ kind, ids }) => [kind, ids]));
  const byAttribute = new Map<number, Value[]>();
  for (const value of values) {
    const { id, attribute_id } = value;
    const shown = present(value, answer.values.get(id) ?? 0, ticked.get(attribute_id)?.includes(id) ?? false);
    const own = byAttribute.get(attribute_id);
    if (own) own.push(shown);
    else byAttribute.set(attribute_id, [shown]);
  }
  const facets: Facet<Value>[] = [];
  for (const attribute of tree.attributes) {
    const { id, code, name, unit } = attribute;
    if (isRange(attribute)) {
      const bounds = answer.ranges.get(code);
      if (!bounds) continue;
      const own = groups.chosenRanges.find((range) => range.attribute.id === id);
      const range = { ...bounds, from: own?.from ?? null, to: own?.to ?? null };
      facets.push({ code, name, unit, kind: 'range', values: [], range });
      continue;
    }
    const shown = attribute.filter === 'values' ? byAttribute.get(id) : undefined;
    if (shown) facets.push({ code, name, unit, kind: 'values', values: shown });
  }
  return facets;
}

function chipCounts(category: Category, answer: IndexResult): ListingResult['categories'] {
  return category.children.map(({ code, name }, at) => ({ code, name, count: answer.chips[at]! }));
}

const russian = new Intl.Collator('ru');

/** The main categories of what was found, the fullest first. */
function mainCategories(tree: Tree, answer: IndexResult): ListingResult['categories'] {
  return [...answer.mainCategories]
    .flatMap(([id, count]) => {
      const category = tree.byId.get(id);
      return category ? [{ code: category.code, name: category.name, count }] : [];
    })
    .sort((a, b) => b.count - a.count || russian.compare(a.name, b.name));
}

function noteOf(plan: SearchPlan, listing: Listing, exact_slug: string | null): SearchNote {
  const { query: typed, used, correction, dropped, weak, redirect } = plan;
  const understood = plan.understood.filter((one) => isObeyed(one, listing));
  return { query: typed, used, correction, dropped, understood, weak, redirect, exact_slug };
}

/** The list's own filter of the kind goes before what was read from the query. */
function isObeyed({ kind, code }: SearchPlan['understood'][number], listing: Listing): boolean {
  if (code !== undefined) return !listing.filters[code]?.length;
  const { price, basePrice } = boundsOf(listing);
  if (kind.startsWith('price')) return price === null;
  return kind.startsWith('base_price') ? basePrice === null : true;
}
