import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { ProductCard } from './product-card.ts';
import type { Listing } from './schema.ts';

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
  correction: 'layout' | 'typo' | 'fewer_words' | null;
  /** The word left out when all of them together found nothing. */
  dropped: string | null;
  /** The query is exactly one product's article, barcode or code: the page may jump there. */
  exact_slug: string | null;
};

export type ListingResult = {
  items: ProductCard[];
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

/** A list of cards with everything beside it. */
export async function query(_db: Db, _shelf: Shelf, _listing: Listing): Promise<ListingResult> {
  throw new Error('listing');
}
