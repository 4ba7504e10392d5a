import { headingUnit, plainUnit } from '@shop/shared/unit-words.ts';
import type { Listing } from './listing.ts';
import type { Attribute, ShopFacts } from './shop-facts.ts';

export type FacetValue = { id: string; value: string; count: number };
/** One group of filters; `more`: so many further values the page does not hold. */
export type Facet = { code: string; name: string } & (
  | { kind: 'values'; values: FacetValue[]; more: number }
  | { kind: 'range'; min: number; max: number }
);

/** A page holds so many values of one group, and a few more where another answer would hold hardly more. */
const [mostValues, slack] = [40, 10];
/** A list of no more values keeps its order. */
const mostWhole = 10;

/** The groups in their order: brands, promotions, attributes. One whose only value all goods have narrows nothing. */
export function facetsOf(facts: ShopFacts, listing: Listing): Facet[] {
  const brands = listing.brands
    .flatMap(([id, count]) => {
      const brand = facts.brands.get(id);
      return brand ? [{ ...brand, count }] : [];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ slug, name, count }) => ({ id: slug, value: name, count }));
  const carried = new Map(listing.actions);
  const actions = facts.actions.flatMap(({ id, slug, name }) => {
    const count = carried.get(id);
    return count === undefined ? [] : { id: slug, value: name, count };
  });
  return [
    ...groupOf('brand', 'Бренд', brands),
    ...groupOf('action', 'Акция', actions),
    ...attributeFacets(facts, listing),
  ].filter((facet) => facet.kind !== 'values' || facet.values.length > 1 || facet.values[0]?.count !== listing.total);
}

function attributeFacets(facts: ShopFacts, listing: Listing): Facet[] {
  const byAttribute = valuesByAttribute(facts, listing);
  const ranges = new Map(listing.ranges.map(([code, min, max]) => [code, { min, max }]));
  return facts.attributes.flatMap((attribute): Facet[] => {
    const name = headingOf(facts, attribute);
    const range = ranges.get(attribute.code);
    if (range) return [{ code: attribute.code, name, kind: 'range', ...range }];
    return attribute.filter === 'values' ? groupOf(attribute.code, name, byAttribute.get(attribute.id) ?? []) : [];
  });
}

function valuesByAttribute(facts: ShopFacts, listing: Listing): Map<number, FacetValue[]> {
  const found = listing.values
    .flatMap(([id, count]) => {
      const value = facts.values.get(id);
      return value ? [{ ...value, count }] : [];
    })
    .sort((a, b) => a.place - b.place);
  const byAttribute = new Map<number, FacetValue[]>();
  for (const { id, attribute_id, value, count } of found) {
    const shown = { id: String(id), value, count };
    const own = byAttribute.get(attribute_id);
    if (own) own.push(shown);
    else byAttribute.set(attribute_id, [shown]);
  }
  return byAttribute;
}

/** «Вес, кг». */
function headingOf({ units }: ShopFacts, { name, unit }: Attribute): string {
  return unit === null ? name : `${name}, ${headingUnit(units.get(unit) ?? plainUnit(unit))}`;
}

/** The first values and the two largest, in a long list those of no goods last; nothing where no value occurs. */
function groupOf(code: string, name: string, found: FacetValue[]): Facet[] {
  if (found.length === 0) return [];
  const [used, unused] = [found.filter(({ count }) => count > 0), found.filter(({ count }) => count === 0)];
  const values = found.length > mostWhole ? [...used, ...unused] : found;
  if (values.length <= mostValues + slack) return [{ code, name, kind: 'values', values, more: 0 }];
  const largest = values.toSorted((a, b) => b.count - a.count).slice(0, 2);
  const held = values.filter((value, at) => at < mostValues || largest.includes(value));
  return [{ code, name, kind: 'values', values: held, more: values.length - held.length }];
}
