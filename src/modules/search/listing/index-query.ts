import {
  type Attribute,
  type AttributeValue,
  type Category,
  subtreeIds,
  type Tree,
} from '#modules/catalogue/categories.ts';
import { deliveredTomorrow, type HomeDelivery } from '#modules/catalogue/home-delivery.ts';
import type { brandsBySlug, NamedAction } from '#modules/catalogue/named-values.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import type { Bounds, Found, IndexQuery } from '#modules/catalogue-index/query.ts';
import { actionKind, brandKind, type Segment } from '#modules/catalogue-index/segment.ts';
import type { CatalogueIndex } from '#modules/catalogue-index/segments.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { matchText, type TextMatches } from '#modules/text-index/match-text.ts';
import { parseRange, perSwitch } from '#shared/listing-query.ts';
import { perObject } from '#shared/per-object.ts';
import type { SearchPlan } from '../plan/search-plan.ts';

/** The id of a brand or promotion that does not exist. */
export const nobody = -1;

export type Groups = Pick<IndexQuery, 'ticked' | 'ranges'> & {
  chosenRanges: { attribute: Attribute; from: string | null; to: string | null }[];
  ignored: string[];
};

/**
 * So many groups of ticks and as many ranges fit a mask of 32 bits beside brand, promotion, prices and the switches.
 */
const maxTicked = 13;

const maxRanges = 12;

export type BrandsBySlug = Awaited<ReturnType<typeof brandsBySlug>>;

export function isId(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

/** The chosen filters with real attributes, values and brands behind them. */
export function chosenGroups(tree: Tree, listing: Listing, values: AttributeValue[], brands: BrandsBySlug): Groups {
  const groups: Groups = { ticked: [], ranges: [], chosenRanges: [], ignored: [] };
  const ticked: { attribute: Attribute; ids: string[] }[] = [];
  for (const [code, chosen] of Object.entries(listing.filters)) {
    if (chosen.length === 0 || code === 'brand' || code === 'action') continue;
    const attribute = tree.attributeByCode.get(code);
    const range = attribute && isRange(attribute) ? parseRange(chosen[0] ?? '') : null;
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

/** What a list was looked up as, for one branch. */
export type Looked = {
  /** null: all goods. */
  category: Category | null;
  actions: NamedAction[];
  brands: BrandsBySlug;
  groups: Groups;
  delivery: HomeDelivery | null;
  /** Promotions of the branch that run. */
  running: NamedAction[];
  plan: SearchPlan | null;
};

/** The list as the index understands it, before what its words were understood as (`withUnderstood`). */
export function indexQueryOf(
  index: CatalogueIndex,
  priceContext: PriceContext,
  listing: Listing,
  { category, actions, brands, groups, delivery, running, plan }: Looked,
  now: Date,
): IndexQuery {
  return {
    ...scopeOf(index, category, listing, actions, brands, plan),
    ticked: [...groups.ticked, ...tickedActions(listing, actions, groups.ignored)],
    ranges: groups.ranges,
    ...boundsOf(listing),
    switches: perSwitch((key) => listing[key] ?? false),
    deliveredGrams: deliveredTomorrow(delivery),
    sort: listing.sort,
    first: (listing.page - 1) * listing.limit,
    limit: listing.limit,
    priceColumn: priceContext.price_column,
    buyerPriceColumn: priceContext.buyer_price_column,
    store: priceContext.store,
    chips: category && narrowingOf(category).chips,
    actionIds: running.map((action) => action.id),
    now: now.getTime(),
  };
}

function tickedBrands(slugs: string[] = [], brands: BrandsBySlug): IndexQuery['ticked'][number] | null {
  const ids = slugs.flatMap((slug) => brands.get(slug)?.id ?? []);
  return ids.length > 0 ? { kind: brandKind, ids } : null;
}

/** Filtered by two bounds instead of ticks. */
export function isRange(attribute: Attribute): boolean {
  return attribute.filter === 'range' && attribute.type === 'number';
}

export function runningActions(actions: NamedAction[], priceContext: PriceContext, now: Date): NamedAction[] {
  const at = now.getTime();
  return actions.filter(
    ({ starts_at, ends_at, department_id_1c }) =>
      starts_at.getTime() <= at &&
      ends_at.getTime() > at &&
      (department_id_1c ?? priceContext.department_id_1c) === priceContext.department_id_1c,
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

/** What the words of the plan find, segment by segment, sold by its unit. */
export function foundBy(index: CatalogueIndex, plan: SearchPlan): Found[] {
  return index.segments.map(({ segment }) => ofUnit(segment, matchText(segment.text, plan), plan.unit));
}

function ofUnit({ baseUnit, baseUnits }: Segment, found: TextMatches, unit: string | null): Found {
  if (unit === null) return found;
  const wanted = baseUnits.indexOf(unit);
  const isWanted = (row: number) => baseUnit[row] === wanted;
  return {
    rows: found.rows.filter(isWanted),
    scores: found.scores.filter((_, at) => isWanted(found.rows[at] ?? -1)),
  };
}

export function boundsOf(
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
export function withUnderstood(
  indexQuery: IndexQuery,
  { filters: understood }: SearchPlan,
  listing: Listing,
  tree: Tree,
  brands: BrandsBySlug,
): IndexQuery {
  const { filters } = understood;
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
    if (!range || indexQuery.ranges.some((own) => own.code === code)) return [];
    return [{ code, from: Number(range.from), to: Number(range.to) }];
  });
  const isFree = ({ kind }: IndexQuery['ticked'][number]) => indexQuery.ticked.every((own) => own.kind !== kind);
  return {
    ...indexQuery,
    ticked: [...indexQuery.ticked, ...ticked.filter(isFree)].slice(0, maxTicked),
    ranges: [...indexQuery.ranges, ...ranges].slice(0, maxRanges),
    price: indexQuery.price ?? bounds.price,
    basePrice: indexQuery.basePrice ?? bounds.basePrice,
    switches: perSwitch((key) => indexQuery.switches[key] || understood[key] === true),
  };
}

type Narrowing = { ids: number[]; chips: NonNullable<IndexQuery['chips']> };

/**
 * All ids under a category, and a chip for each direct sub-category, which counts what lies anywhere under it.
 * Categories live as long as their tree.
 */
const narrowingOf = perObject((category: Category): Narrowing => {
  const { children } = category;
  const ofCategory = new Map(children.flatMap((child, at) => subtreeIds(child).map((id) => [id, at] as const)));
  return { ids: subtreeIds(category), chips: { ofCategory, count: children.length } };
});
