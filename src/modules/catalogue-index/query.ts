import type { Sort, Switch } from '#shared/listing-query.ts';

/** Rows a search found in one segment, ascending, with how well each fits (the greater the better). */
export type Found = { rows: ArrayLike<number>; scores: ArrayLike<number> };

/** What a list may narrow down. Several of these at once: what belongs to all of them. */
export type Scope = {
  /** A category with all shown below it; null = all. */
  categoryIds: number[] | null;
  brandId: number | null;
  actionId: number | null;
  /** Per segment of the index; null = no search. */
  found: Found[] | null;
};

/** Bounds, both inclusive; null = open. */
export type Bounds = { from: number | null; to: number | null };

/** A list as the index understands it: everything looked up, no names left. */
export type IndexQuery = Scope & {
  /**
   * Ticked values of an attribute, brands or promotions: one of them is enough. `kind` as in a segment's marks; at most
   * 13.
   */
  ticked: { kind: number; ids: readonly number[] }[];
  /** At most 13. */
  ranges: ({ code: string } & Bounds)[];
  /** Kopecks for one of the unit that people see. */
  price: Bounds | null;
  /** Kopecks per base unit, rounded half up; obeyed when all candidates have one base unit. */
  basePrice: Bounds | null;
  switches: Record<Switch, boolean>;
  /** The heaviest load in grams that is delivered by tomorrow; null: none is. */
  deliveredGrams: number | null;
  sort: Sort;
  /** The cards wanted: from this place on, so many. */
  first: number;
  limit: number;
  priceColumn: string;
  buyerPriceColumn: string | null;
  store: string;
  /**
   * Category id → number of the chip that counts it (its main sub-category under the list's category); null: main
   * categories are counted instead.
   */
  chips: { ofCategory: ReadonlyMap<number, number>; count: number } | null;
  /** Promotions that are counted. */
  actionIds: readonly number[];
  /** Milliseconds since 1970. */
  now: number;
};

export type IndexResult = {
  cards: { segmentNumber: number; row: number }[];
  total: number;
  /** Value of an attribute → cards, 0 included when it occurs among the candidates. */
  values: Map<number, number>;
  brands: Map<number, number>;
  actions: Map<number, number>;
  /** By the attribute's code. */
  ranges: Map<string, { min: number; max: number }>;
  priceRange: { min: number; max: number } | null;
  /** The one base unit of all candidates; null when they have several, or none. */
  baseUnit: string | null;
  basePriceRange: { min: number; max: number } | null;
  /** Cards with a row that the switch lets through. */
  switches: Record<Switch, number>;
  /** By the number of the chip. */
  chips: Int32Array;
  /** Main category → cards; empty when chips are counted. */
  primaryCategories: Map<number, number>;
};
