import type { PriceContext } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { isSlug, listingFromQuery } from '#shared/listing-query.ts';
import { type CategoryPage, categoryPage } from './categories.ts';
import type { Listing } from './schema.ts';

export type Short = {
  code: string;
  name: string;
  title: string | null;
  description: string | null;
  text: string | null;
  faq: { question: string; answer: string }[];
  category: CategoryPage;
  /** The stored filters as a list of the category; whatever else stands in the address narrows it further. */
  listing: Listing;
};

/** Fewer cards than this in a branch: the page stays open but out of search engines. */
const leastIndexed = 3;

type ShortRow = Omit<Short, 'category' | 'listing'> & { filters: Record<string, string | string[]> };

const selectShort = preparedStatement<ShortRow>(
  'short',
  'select code, name, title, description, text, faq, filters from shorts where category_id = $1::int and code = $2::text',
);

/**
 * A short listing of a category: a stored filter set with words of its own; null: there is none. A former category code
 * gives where it moved.
 */
export async function getShort(
  db: Db,
  priceContext: PriceContext,
  categoryCode: string,
  shortCode: string,
): Promise<Short | { moved_to: string } | null> {
  const category = await categoryPage(db, priceContext, categoryCode);
  if (!category || 'moved_to' in category) return category;
  if (!isSlug(shortCode)) return null;
  const [row] = await selectShort(db, [category.id, shortCode]);
  if (!row) return null;
  const { filters, ...short } = row;
  const { ignored: _, ...listing } = shortListing(filters, category.code);
  return { ...short, category, listing };
}

/** The list that stored filters stand for; `ignored`: what of them makes no sense. */
export function shortListing(
  filters: Record<string, string | string[]>,
  categoryCode: string,
): Listing & { ignored: string[] } {
  const stored = new URLSearchParams();
  for (const [key, values] of Object.entries(filters)) {
    for (const value of [values].flat()) stored.append(key, String(value));
  }
  return listingFromQuery(stored, { category: categoryCode });
}

/** What a branch with so many cards does with a short listing: nothing to show leads to the category (302). */
export function shortState(total: number): 'indexed' | 'noindex' | 'redirect' {
  if (total === 0) return 'redirect';
  return total < leastIndexed ? 'noindex' : 'indexed';
}
