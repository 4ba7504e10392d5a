import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { categoryUrl, productsStart, productUrl } from '#shared/urls.ts';
import { query } from './listing.ts';

/**
 * The page that an address without one was most likely meant for: its words, which are Russian in Latin letters, are
 * searched as anybody's are. A product for an address of products or when little else fits, else the category. null:
 * nothing.
 */
export async function pageForPath(
  db: Db,
  priceContext: PriceContext,
  path: string,
): Promise<{ to_path: string; label: string } | null> {
  const segments = path.replace(/\.(?:html?|php)\/?$/, '').split('/');
  const words = (segments.filter(Boolean).at(-1) ?? '')
    .replace(/[-_+.]+/g, ' ')
    .trim()
    .slice(0, 100);
  if (words.length < 2 || !/\p{L}{2}/u.test(words)) return null;
  const listing = Listing.parse({ q: words, sort: 'relevance', limit: 1 });
  const { items, categories, total } = await query(db, priceContext, listing);
  const [product] = items;
  const [category] = categories;
  if (product && (path.startsWith(productsStart) || total === 1 || !category))
    return { to_path: productUrl(product.slug), label: product.name };
  return category ? { to_path: categoryUrl(category.code), label: category.name } : null;
}
