import { Listing } from '#modules/catalogue/schema.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { query } from '#modules/search/listing.ts';
import { categoryUrl } from '#shared/urls.ts';
import { type ListedCard, listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A row of goods under a product. */
export type Besides = {
  title: string;
  products: ListedCard[];
  more?: { url: string; text: string; short: string };
};

const shown = 5;
/** Fewer make no row. */
const fewest = 3;
const asked = 24;

/**
 * Under what is sold: where it has hardly any analogues and goods useful with it, others of its category. Under what is
 * not: what can be bought instead of it, the row filled up with others of its category. Null: there are none.
 */
export async function readBesides(site: Shop, product: ProductPage): Promise<Besides | null> {
  const { is_on_sale_now, analogues, for_job, substitutes, breadcrumbs } = product;
  if (is_on_sale_now)
    return analogues.length >= fewest || for_job.length >= fewest ? null : rowOf(await readOthers(site, product));
  const alike = substitutes.map(({ card, differences }) => listed({ ...card, attributes: differences }));
  const others = alike.length >= shown ? null : await readOthers(site, product);
  if (alike.length === 0) return rowOf(others);
  const category = breadcrumbs.at(-1);
  if (!others)
    return {
      title: 'Похожие товары в наличии',
      products: alike,
      ...(category && { more: { ...moreOf(category.code), text: `Весь раздел «${category.name}»` } }),
    };
  const { section, products, more } = others;
  return {
    title: `Похожие и другие товары раздела «${section}»`,
    products: [...alike, ...products].slice(0, shown),
    more,
  };
}

type Others = { section: string; products: ListedCard[]; more: ReturnType<typeof moreOf> };

function rowOf(others: Others | null): Besides | null {
  return others && { title: `Ещё в разделе «${others.section}»`, products: others.products, more: others.more };
}

function moreOf(code: string) {
  return { url: categoryUrl(code), text: 'Весь раздел', short: 'Все' };
}

/**
 * The best-selling goods in stock of other models, of the product's category first, then of those above it until a row
 * is full, without those the page shows already; the widest of them gives the title. Null: there are none, or they
 * could not be read.
 */
async function readOthers(
  { db, requestContext: { priceContext }, log }: Shop,
  product: ProductPage,
): Promise<Others | null> {
  const instead = product.is_on_sale_now ? product.analogues : product.substitutes.map(({ card }) => card);
  const shownIds = new Set([...instead, ...product.for_job].map(({ id }) => id));
  let found: Others | null = null;
  const others: ListedCard[] = [];
  try {
    for (const { code, name } of product.breadcrumbs.toReversed()) {
      const wanted = Listing.parse({ category: code, in_stock: true, limit: asked });
      const { items } = await query(db, priceContext, wanted);
      const more = items.filter(({ id, model_id }) => model_id !== product.model_id && !shownIds.has(id));
      for (const { id } of more) shownIds.add(id);
      others.push(...more.map(listed));
      if (more.length > 0 && others.length >= fewest)
        found = { section: name, products: others.slice(0, shown), more: moreOf(code) };
      if (others.length >= shown) break;
    }
  } catch (error) {
    log.error({ err: error }, 'goods beside a product were not read');
  }
  return found;
}
