import type { Attribute } from '../categories.ts';
import type { Listing, Sort } from '../schema.ts';
import type { Scope } from './read-scope.ts';

/** The filters chosen, with their attributes and values looked up. */
export type ChosenGroups = {
  values: { attribute: Attribute; ids: ReadonlySet<number> }[];
  ranges: { attribute: Attribute; from: string | null; to: string | null }[];
  brand: ReadonlySet<number> | null;
  /** Every value of the attributes in `values`, chosen or not → its attribute. */
  attributeOfValue: ReadonlyMap<number, number>;
  ignored: string[];
};

export type CountedScope = {
  /** Product ids in the order of the list, one per model. */
  ids: number[];
  /** Rows of the scope that pass every filter, all variants. */
  matched: number[];
  values: Map<number, number>;
  brands: Map<number, number>;
  ranges: Map<number, { min: number; max: number }>;
  priceRange: { min: number; max: number } | null;
  inStock: number;
  discounted: number;
};

/**
 * One pass over the scope: each product gets a mask of the filter groups it fails. Those with 0 are the list; group g is
 * counted over products that fail nothing, or g alone. Everything is counted in models, so that variants are one card.
 */
export function countScope(
  scope: Scope,
  listing: Listing,
  groups: ChosenGroups,
  rangeAttributes: Attribute[],
): CountedScope {
  const { failed, bits } = failures(scope, listing, groups);
  const passesBut = (row: number, group: string) => (failed[row]! & ~(bits.get(group) ?? 0)) === 0;
  const byModel = new Map<number, number[]>();
  for (let row = 0; row < scope.size; row++) {
    const rows = byModel.get(scope.facts[row]!.model_id);
    if (rows) rows.push(row);
    else byModel.set(scope.facts[row]!.model_id, [row]);
  }

  const compare = comparisonOf(scope, listing.sort);
  const cards: number[] = [];
  const matched: number[] = [];
  const values = new Map<number, number>();
  const brands = new Map<number, number>();
  const counts = { in_stock: 0, discounted: 0 };
  for (const rows of byModel.values()) {
    const own = rows.filter((row) => failed[row] === 0);
    if (own.length > 0) cards.push(own.reduce((best, row) => (compare(row, best) < 0 ? row : best)));
    matched.push(...own);
    if (rows.some((row) => scope.in_stock[row] === 1 && passesBut(row, 'in_stock'))) counts.in_stock++;
    if (rows.some((row) => scope.old_price[row] !== null && passesBut(row, 'discounted'))) counts.discounted++;
    const seen = rows.length > 1 ? { values: new Map<number, boolean>(), brands: new Map<number, boolean>() } : null;
    for (const row of rows) {
      const isMatched = failed[row] === 0;
      for (const value of scope.facts[row]!.facets) {
        const attribute = isMatched ? undefined : groups.attributeOfValue.get(value);
        const isCounted = isMatched || (attribute !== undefined && passesBut(row, `${attribute}`));
        if (seen) seen.values.set(value, isCounted || seen.values.get(value) === true);
        else values.set(value, (values.get(value) ?? 0) + (isCounted ? 1 : 0));
      }
      const brand = scope.facts[row]!.brand_id;
      if (brand == null) continue;
      const isCounted = passesBut(row, 'brand');
      if (seen) seen.brands.set(brand, isCounted || seen.brands.get(brand) === true);
      else brands.set(brand, (brands.get(brand) ?? 0) + (isCounted ? 1 : 0));
    }
    for (const [value, isCounted] of seen?.values ?? [])
      values.set(value, (values.get(value) ?? 0) + (isCounted ? 1 : 0));
    for (const [brand, isCounted] of seen?.brands ?? [])
      brands.set(brand, (brands.get(brand) ?? 0) + (isCounted ? 1 : 0));
  }
  return {
    ids: cards.sort(compare).map((row) => scope.id[row]!),
    matched,
    values,
    brands,
    ranges: rangesOf(scope, rangeAttributes, passesBut),
    priceRange: bounds(scope.price, (row) => passesBut(row, 'price')),
    inStock: counts.in_stock,
    discounted: counts.discounted,
  };
}

/** A bit per group; a product's mask holds the bits of the groups it fails. */
function failures(scope: Scope, listing: Listing, groups: ChosenGroups) {
  const failed = new Int32Array(scope.size);
  const bits = new Map<string, number>();
  const add = (group: string, passes: (row: number) => boolean) => {
    const bit = 1 << bits.size;
    bits.set(group, bit);
    for (let row = 0; row < scope.size; row++) if (!passes(row)) failed[row]! |= bit;
  };
  for (const { attribute, ids } of groups.values) {
    add(`${attribute.id}`, (row) => scope.facts[row]!.facets.some((value) => ids.has(value)));
  }
  for (const { attribute, from, to } of groups.ranges) {
    const low = from === null ? Number.NEGATIVE_INFINITY : Number(from);
    const high = to === null ? Number.POSITIVE_INFINITY : Number(to);
    add(`${attribute.id}`, (row) => {
      const number = scope.facts[row]!.numbers[attribute.code];
      return number !== undefined && number >= low && number <= high;
    });
  }
  const { brand } = groups;
  if (brand) add('brand', (row) => scope.facts[row]!.brand_id !== null && brand.has(scope.facts[row]!.brand_id));
  if (listing.price_from !== undefined || listing.price_to !== undefined) {
    const low = listing.price_from ?? 0;
    const high = listing.price_to ?? Number.POSITIVE_INFINITY;
    add('price', (row) => scope.price[row] !== null && scope.price[row]! >= low && scope.price[row]! <= high);
  }
  if (listing.in_stock) add('in_stock', (row) => scope.in_stock[row] === 1);
  if (listing.discounted) add('discounted', (row) => scope.old_price[row] !== null);
  return { failed, bits };
}

function rangesOf(
  scope: Scope,
  attributes: Attribute[],
  passesBut: (row: number, group: string) => boolean,
): CountedScope['ranges'] {
  const ranges: CountedScope['ranges'] = new Map();
  const idOf = new Map(attributes.map((attribute) => [attribute.code, attribute.id]));
  scope.facts.forEach(({ numbers }, row) => {
    for (const code in numbers) {
      const id = idOf.get(code);
      if (id === undefined || !passesBut(row, `${id}`)) continue;
      const number = numbers[code]!;
      const range = ranges.get(id);
      if (!range) ranges.set(id, { min: number, max: number });
      else if (number < range.min) range.min = number;
      else if (number > range.max) range.max = number;
    }
  });
  return ranges;
}

function bounds(numbers: (number | null)[], isCounted: (row: number) => boolean) {
  let range: { min: number; max: number } | null = null;
  numbers.forEach((number, row) => {
    if (number === null || !isCounted(row)) return;
    if (!range) range = { min: number, max: number };
    else if (number < range.min) range.min = number;
    else if (number > range.max) range.max = number;
  });
  return range as { min: number; max: number } | null;
}

/**
 * Best first; ties end with the variant's place and the id. Where the sort leaves room, what can be bought stands before what
 * cannot; a price on request stands last in sorts by price.
 */
function comparisonOf(scope: Scope, sort: Sort): (a: number, b: number) => number {
  const isBuyable = (row: number) => (scope.in_stock[row] === 1 && scope.price[row] !== null ? 1 : 0);
  const price = (row: number) => scope.price[row] ?? null;
  const keys: Record<Sort, ((a: number, b: number) => number)[]> = {
    popular: [descending(isBuyable), descending((row) => scope.facts[row]!.popularity)],
    relevance: [
      descending(isBuyable),
      descending((row) => scope.rank[row]!),
      descending((row) => scope.facts[row]!.popularity),
    ],
    price: [ascending(price)],
    '-price': [descending(price)],
    unit_price: [
      ascending((row) =>
        scope.price[row] === null
          ? null
          : (scope.price[row]! * scope.facts[row]!.factor_sales) / scope.facts[row]!.factor_base,
      ),
    ],
    rating: [
      descending(isBuyable),
      descending((row) => ratingWeight(scope.facts[row]!)),
      descending((row) => scope.facts[row]!.popularity),
    ],
    new: [descending((row) => scope.facts[row]!.created)],
    discount: [descending((row) => discountShare(scope, row)), descending((row) => scope.facts[row]!.popularity)],
  };
  const steps = [
    ...keys[sort],
    ascending((row) => scope.facts[row]!.variant_position),
    ascending((row) => scope.id[row]!),
  ];
  return (a, b) => {
    for (const step of steps) {
      const order = step(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Votes the mean of the shop stands for: one «5» does not outrank a hundred of «4,9». */
const [ratingPrior, ratingPriorCount] = [4, 3] as const;

/** What nobody has rated stands after everything rated. */
function ratingWeight({ rating_sum, rating_count }: Scope['facts'][number]): number | null {
  return rating_count === 0 ? null : (rating_sum + ratingPrior * ratingPriorCount) / (rating_count + ratingPriorCount);
}

function discountShare(scope: Scope, row: number): number | null {
  const old = scope.old_price[row] ?? null;
  return old === null ? null : (old - scope.retail_price[row]!) / old;
}

function ascending(key: (row: number) => number | null) {
  return (a: number, b: number) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return x - y;
  };
}

function descending(key: (row: number) => number | null) {
  return (a: number, b: number) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return y - x;
  };
}
