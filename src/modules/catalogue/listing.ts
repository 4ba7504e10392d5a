import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import {
  type Attribute,
  type AttributeValue,
  type Category,
  loadTree,
  type NamedBrand,
  subtreeIds,
  type Tree,
} from './categories.ts';
import { brandsOf, valuesOf } from './named-values.ts';
import { type ProductCard, productCards } from './product-card.ts';
import { isSlug, type Listing, parseRange } from './schema.ts';
import { type ChosenGroups, type CountedScope, countScope } from './scope/count-scope.ts';
import { readScope, type Scope } from './scope/read-scope.ts';
import { planSearch, type SearchPlan } from './search-words.ts';

export type FacetValue = { id: string; value: string; count: number; selected: boolean };

/**
 * One filter group. Counts are of cards and disjunctive: a group ignores its own selection and obeys all others. A value that
 * would give nothing stays with count 0. Range bounds are decimal texts.
 */
export type Facet = {
  code: string;
  name: string;
  unit: string | null;
  kind: 'values' | 'range';
  values: FacetValue[];
  range?: { min: number; max: number; from: string | null; to: string | null };
};

/** What the search did with the query: the words it used and why they differ from those typed. */
export type SearchNote = {
  query: string;
  used: string;
  correction: SearchPlan['correction'];
  /** The word left out when all of them together found nothing. */
  dropped: string | null;
  /** The query is exactly one product's article, barcode or code: the page may jump there. */
  exact_slug: string | null;
};

export type ListingResult = {
  items: ProductCard[];
  /** Cards: variants of one model count once. */
  total: number;
  pages: number;
  facets: Facet[];
  /** Kopecks, over what all other filters let through. */
  price_range: { min: number; max: number } | null;
  counts: { in_stock: number; discounted: number };
  /** Direct sub-categories of the category; for search, brand and action the main categories of what was found. */
  categories: { code: string; name: string; count: number }[];
  search: SearchNote | null;
  /** Filters that no attribute or value stands behind; they were not applied. */
  ignored: string[];
};

/**
 * A list of cards with exact disjunctive facet counts (S7-30). The price filtered and sorted by is the one charged: the
 * buyer's, else the branch's. An unknown category, brand or action is an empty list; the page has looked it up before.
 */
export async function query(db: Db, shelf: Shelf, listing: Listing): Promise<ListingResult> {
  const [tree, search] = await Promise.all([loadTree(db), listing.q ? planSearch(db, listing.q, listing.exact) : null]);
  const category = listing.category === undefined ? null : tree.byCode.get(listing.category);
  const note = search && {
    query: search.query,
    used: search.used,
    correction: search.correction,
    dropped: search.dropped,
    exact_slug: search.exact.length === 1 ? search.exact[0]!.slug : null,
  };
  const isUnknown = [listing.brand, listing.action].some((slug) => slug !== undefined && !isSlug(slug));
  if (category === undefined || isUnknown || (search && search.words === '' && search.exact.length === 0)) {
    return { ...emptyResult, search: note };
  }
  const [groups, scope] = await Promise.all([
    chosenGroups(db, tree, listing),
    readScope(db, shelf, listing, category, search),
  ]);
  const counted = countScope(scope, listing, groups, tree.attributes.filter(isRange));
  const first = (listing.page - 1) * listing.limit;
  const [items, values, brands] = await Promise.all([
    productCards(db, shelf, { ids: counted.ids.slice(first, first + listing.limit) }),
    valuesOf(db, tree, [...counted.values.keys()]),
    listing.brand ? [] : brandsOf(db, tree, [...counted.brands.keys()]),
  ]);
  return {
    items,
    total: counted.ids.length,
    pages: Math.ceil(counted.ids.length / listing.limit),
    facets: facetsOf(tree, listing, groups, counted, values, brands),
    price_range: counted.priceRange,
    counts: { in_stock: counted.inStock, discounted: counted.discounted },
    categories: category ? chipsOf(category, scope, counted.matched) : mainCategoriesOf(tree, scope, counted.matched),
    search: note,
    ignored: groups.ignored,
  };
}

const emptyResult: ListingResult = {
  items: [],
  total: 0,
  pages: 0,
  facets: [],
  price_range: null,
  counts: { in_stock: 0, discounted: 0 },
  categories: [],
  search: null,
  ignored: [],
};

const selectSiblingValues = preparedStatement<{ id: number; attribute_id: number }>(
  'listing_chosen_values',
  `select id, attribute_id from attribute_values
  where attribute_id in (select attribute_id from attribute_values where id = any($1::int[]))`,
);
const selectBrandIds = preparedStatement<{ id: number }>(
  'listing_chosen_brands',
  'select id from brands where slug = any($1::text[])',
);

/** So many groups of ticks and as many ranges fit the 31 bits of a mask beside brand, price, stock and discount. */
const maxGroups = 13;

/** The chosen filters with real attributes, values and brands behind them. */
async function chosenGroups(db: Db, tree: Tree, listing: Listing): Promise<ChosenGroups> {
  const groups: ChosenGroups = { values: [], ranges: [], brand: null, attributeOfValue: new Map(), ignored: [] };
  const ticked: { attribute: Attribute; values: string[] }[] = [];
  for (const [code, values] of Object.entries(listing.filters)) {
    if (values.length === 0 || code === 'brand') continue;
    const attribute = tree.attributeByCode.get(code);
    const range = attribute && isRange(attribute) ? parseRange(values[0]!) : null;
    if (attribute && range) groups.ranges.push({ attribute, from: range.from ?? null, to: range.to ?? null });
    else if (attribute?.filter === 'values') ticked.push({ attribute, values });
    else groups.ignored.push(code);
  }
  groups.ignored.push(...ticked.splice(maxGroups).map(({ attribute }) => attribute.code));
  groups.ignored.push(...groups.ranges.splice(maxGroups).map(({ attribute }) => attribute.code));
  const ids = ticked.flatMap(({ values }) => values.filter((value) => /^\d{1,9}$/.test(value)).map(Number));
  const slugs = listing.filters.brand ?? [];
  const [known, brands] = await Promise.all([
    ids.length > 0 ? selectSiblingValues(db, [ids]) : [],
    slugs.length > 0 ? selectBrandIds(db, [slugs]) : [],
  ]);
  groups.attributeOfValue = new Map(known.map((row) => [row.id, row.attribute_id]));
  for (const { attribute, values } of ticked) {
    const own = known.filter((row) => row.attribute_id === attribute.id && values.includes(String(row.id)));
    if (own.length > 0) groups.values.push({ attribute, ids: new Set(own.map((row) => row.id)) });
    else groups.ignored.push(attribute.code);
  }
  if (brands.length > 0) groups.brand = new Set(brands.map((brand) => brand.id));
  else if (slugs.length > 0) groups.ignored.push('brand');
  return groups;
}

/** Filtered by two bounds instead of ticks. */
function isRange(attribute: Attribute): boolean {
  return attribute.filter === 'range' && attribute.type === 'number';
}

function facetsOf(
  tree: Tree,
  listing: Listing,
  groups: ChosenGroups,
  counted: CountedScope,
  values: AttributeValue[],
  brands: NamedBrand[],
): Facet[] {
  const byAttribute = Map.groupBy(values, (value) => value.attribute_id);
  const facets = tree.attributes.flatMap((attribute): Facet[] => {
    const { code, name, unit } = attribute;
    if (isRange(attribute)) {
      const bounds = counted.ranges.get(attribute.id);
      const chosen = groups.ranges.find((range) => range.attribute.id === attribute.id);
      if (!bounds) return [];
      const range = { ...bounds, from: chosen?.from ?? null, to: chosen?.to ?? null };
      return [{ code, name, unit, kind: 'range', values: [], range }];
    }
    const own = attribute.filter === 'values' ? byAttribute.get(attribute.id) : undefined;
    if (!own) return [];
    const selected = new Set(listing.filters[code]);
    const facetValues = own.map(({ id, value }) => ({
      id: String(id),
      value,
      count: counted.values.get(id) ?? 0,
      selected: selected.has(String(id)),
    }));
    return [{ code, name, unit, kind: 'values', values: facetValues }];
  });
  if (brands.length === 0) return facets;
  const selected = new Set(listing.filters.brand);
  const brandValues = brands.map(({ id, slug, name }) => ({
    id: slug,
    value: name,
    count: counted.brands.get(id) ?? 0,
    selected: selected.has(slug),
  }));
  return [{ code: 'brand', name: 'Бренд', unit: null, kind: 'values', values: brandValues }, ...facets];
}

/** Direct sub-categories with the number of cards found anywhere under them. */
function chipsOf(category: Category, scope: Scope, matched: number[]): ListingResult['categories'] {
  const chipOf = new Map(category.children.flatMap((child) => subtreeIds(child).map((id) => [id, child.id] as const)));
  const modelOf = new Map(matched.map((row) => [scope.id[row]!, scope.facts[row]!.model_id]));
  const models = new Map<number, Set<number>>(category.children.map((child) => [child.id, new Set()]));
  scope.placed.category_id.forEach((category_id, at) => {
    const model = modelOf.get(scope.placed.product_id[at]!);
    if (model !== undefined) models.get(chipOf.get(category_id) ?? 0)?.add(model);
  });
  return category.children.map(({ id, code, name }) => ({ code, name, count: models.get(id)!.size }));
}

/** The main categories of what was found, the fullest first. */
function mainCategoriesOf(tree: Tree, scope: Scope, matched: number[]): ListingResult['categories'] {
  const models = new Map<number, Set<number>>();
  for (const row of matched) {
    const id = scope.category_id[row];
    if (id == null) continue;
    const own = models.get(id) ?? new Set();
    models.set(id, own.add(scope.facts[row]!.model_id));
  }
  return [...models]
    .flatMap(([id, own]) => {
      const category = tree.byId.get(id);
      return category ? [{ code: category.code, name: category.name, count: own.size }] : [];
    })
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'ru'));
}
