import { Listing } from '#modules/catalogue/schema.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { query } from '#modules/search/listing.ts';
import { categoryUrl } from '#shared/urls.ts';
import { type ListedCard, listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A row of goods of one category, for a page that names no others. */
export type Besides = { title: string; products: ListedCard[]; more: { url: string; text: string; short: string } };

const shown = 5;
/** Fewer make no row. */
const fewest = 3;
const asked = 24;

/**
 * Where a product has neither analogues nor what is useful with it: the best-selling goods in stock of the nearest
 * category above it that has some of other models. Null: it has its own, there are none, or they could not be read.
 */
export async function readBesides(
  { db, requestContext: { priceContext }, log }: Shop,
  product: ProductPage,
): Promise<Besides | null> {
  if (product.analogues.length > 0 || product.for_job.length > 0) return null;
  try {
    for (const { code, name } of product.breadcrumbs.toReversed()) {
      const wanted = Listing.parse({ category: code, in_stock: true, limit: asked });
      const { items } = await query(db, priceContext, wanted);
      const others = items.filter(({ model_id }) => model_id !== product.model_id);
      if (others.length >= fewest)
        return {
          title: `Ещё в разделе «${name}»`,
          products: others.slice(0, shown).map(listed),
          more: { url: categoryUrl(code), text: 'Весь раздел', short: 'Все' },
        };
    }
  } catch (error) {
    log.error({ err: error }, 'goods beside a product were not read');
  }
  return null;
}
