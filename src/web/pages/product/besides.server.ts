import { Listing } from '#modules/catalogue/schema.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { query } from '#modules/search/listing.ts';
import { categoryUrl } from '#shared/urls.ts';
import { type ListedCard, listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A row of goods of one category, for a page that names no others. */
export type Besides = { section: string; products: ListedCard[]; more: { url: string; text: string; short: string } };

const shown = 5;
/** Fewer make no row. */
const fewest = 3;
const asked = 24;

/**
 * Where a product has hardly any analogues (or what can be bought instead of it) or goods useful with it: the
 * best-selling goods in stock of other models, of its category first, then of those above it until the row is full,
 * without those the page shows already; the widest of them gives the title. Null: it has a row of its own, there are
 * none, or they could not be read.
 */
export async function readBesides(
  { db, requestContext: { priceContext }, log }: Shop,
  product: ProductPage,
): Promise<Besides | null> {
  const instead = product.is_on_sale_now ? product.analogues : product.substitutes.map(({ card }) => card);
  const named = [instead, product.for_job];
  // What can be bought instead stands in one row with these, else its row would be half empty.
  if (product.is_on_sale_now ? named.some((row) => row.length >= fewest) : instead.length >= shown) return null;
  const shownIds = new Set(named.flat().map(({ id }) => id));
  let besides: Besides | null = null;
  const others: ListedCard[] = [];
  try {
    for (const { code, name } of product.breadcrumbs.toReversed()) {
      const wanted = Listing.parse({ category: code, in_stock: true, limit: asked });
      const { items } = await query(db, priceContext, wanted);
      const more = items.filter(({ id, model_id }) => model_id !== product.model_id && !shownIds.has(id));
      for (const { id } of more) shownIds.add(id);
      others.push(...more.map(listed));
      if (more.length > 0 && others.length >= fewest)
        besides = {
          section: name,
          products: others.slice(0, shown),
          more: { url: categoryUrl(code), text: 'Весь раздел', short: 'Все' },
        };
      if (others.length >= shown) break;
    }
  } catch (error) {
    log.error({ err: error }, 'goods beside a product were not read');
  }
  return besides;
}
