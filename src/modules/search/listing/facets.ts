import type { AttributeValue, Category, NamedBrand, Tree } from '#modules/catalogue/categories.ts';
import type { NamedAction } from '#modules/catalogue/named-values.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import type { IndexResult } from '#modules/catalogue-index/query.ts';
import { plainUnit } from '#shared/unit-words.ts';
import type { Facet, ListingResult, PresentValue, SearchNote } from '../listing.ts';
import type { SearchPlan } from '../plan/search-plan.ts';
import { boundsOf, type Groups, isRange } from './index-query.ts';

/** The filter by brands or promotions: those that occur. */
export function namedFacets<Value>(
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
  return values.length === 0 ? [] : [{ code, name, unit: null, measure: null, kind: 'values', values }];
}

export function attributeFacets<Value>(
  tree: Tree,
  groups: Groups,
  result: IndexResult,
  values: AttributeValue[],
  present: PresentValue<Value>,
): Facet<Value>[] {
  const ticked = new Map(groups.ticked.map(({ kind, ids }) => [kind, ids]));
  const byAttribute = new Map<number, Value[]>();
  for (const value of values) {
    const { id, attribute_id } = value;
    const shown = present(value, result.values.get(id) ?? 0, ticked.get(attribute_id)?.includes(id) ?? false);
    const own = byAttribute.get(attribute_id);
    if (own) own.push(shown);
    else byAttribute.set(attribute_id, [shown]);
  }
  const facets: Facet<Value>[] = [];
  for (const attribute of tree.attributes) {
    const { id, code, name, unit } = attribute;
    const measure = attribute.measure ?? (unit === null ? null : plainUnit(unit));
    if (isRange(attribute)) {
      const bounds = result.ranges.get(code);
      if (!bounds) continue;
      const own = groups.chosenRanges.find((range) => range.attribute.id === id);
      const range = { ...bounds, from: own?.from ?? null, to: own?.to ?? null };
      facets.push({ code, name, unit, measure, kind: 'range', values: [], range });
      continue;
    }
    const shown = attribute.filter === 'values' ? byAttribute.get(id) : undefined;
    if (shown) facets.push({ code, name, unit, measure, kind: 'values', values: shown });
  }
  return facets;
}

export function chipCounts(category: Category, result: IndexResult): ListingResult['categories'] {
  return category.children.map(({ code, name }, at) => ({ code, name, count: result.chips[at] ?? 0 }));
}

const russian = new Intl.Collator('ru');

/** The main categories of what was found, the fullest first. */
export function primaryCategories(tree: Tree, result: IndexResult): ListingResult['categories'] {
  return [...result.primaryCategories]
    .flatMap(([id, count]) => {
      const category = tree.byId.get(id);
      return category ? [{ code: category.code, name: category.name, count }] : [];
    })
    .sort((a, b) => b.count - a.count || russian.compare(a.name, b.name));
}

export function noteOf(plan: SearchPlan, listing: Listing, exact_slug: string | null): SearchNote {
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
