import type { ListedCard, ProductCard } from '#modules/catalogue/card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { query } from '#modules/search/listing.ts';
import { categoryUrl } from '#shared/urls.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A row of goods under a product. */
export type Row = {
  title: string;
  products: ListedCard[];
  more?: { url: string; text: string; short: string };
};

/** `useful`: with the product. `alike`: its analogues, or what can be bought instead of it. Null: there are none. */
export type Besides = { useful: Row | null; alike: Row | null };

const shown = 5;
/** Fewer make no row. */
const fewest = 3;
const asked = 12;

/** What a page shows already, its own model included. */
type Taken = { ids: Set<number>; models: Set<number> };

/**
 * The rows of goods on a product's page. A row that the shop's own choice does not fill is filled up: with others of
 * the sections that what is useful comes from, and of the product's own section.
 */
export async function readBesides(site: Shop, product: ProductPage): Promise<Besides> {
  const { is_on_sale_now, analogues, for_job, substitutes } = product;
  const instead = is_on_sale_now ? analogues : substitutes.map(({ card }) => card);
  const taken = {
    ids: new Set([...instead, ...for_job].map(({ id }) => id)),
    models: new Set([product, ...instead, ...for_job].map(({ model_id }) => model_id)),
  };
  const useful = product.switched_off ? null : await readUseful(site, for_job, taken);
  const alike = await (is_on_sale_now ? readAnalogues : readInstead)(site, product, taken);
  return { useful, alike };
}

async function readUseful(site: Shop, for_job: ProductCard[], taken: Taken): Promise<Row | null> {
  if (for_job.length === 0) return null;
  const products: ListedCard[] = for_job.slice(0, shown);
  const sections = new Set(for_job.flatMap(({ category_code }) => category_code ?? []));
  const found = products.length === shown ? [] : await Promise.all([...sections].map((code) => readBest(site, code)));
  // One of each section in turn.
  for (let at = 0; at < asked; at += 1) {
    const inTurn = found.flatMap((cards) => cards[at] ?? []);
    products.push(...notTaken(inTurn, taken, shown - products.length).map(listed));
  }
  return { title: 'Пригодится вместе с этим', products };
}

async function readAnalogues(site: Shop, product: ProductPage, taken: Taken): Promise<Row | null> {
  const { analogues, for_job } = product;
  const products: ListedCard[] = analogues.slice(0, analogues.length < 2 * shown ? shown : 2 * shown);
  const isEnough = products.length >= shown || (products.length === 0 && for_job.length >= fewest);
  const others = isEnough ? null : await readOthers(site, product, products.length, taken);
  if (!others) return products.length === 0 ? null : { title: 'Аналоги', products };
  return products.length === 0 ? onlyOthers(others) : joined(products, others, 'Аналоги');
}

/** What can be bought instead of what is not sold. */
async function readInstead(site: Shop, product: ProductPage, taken: Taken): Promise<Row | null> {
  const alike = product.substitutes.map(({ card, differences }) => listed({ ...card, attributes: differences }));
  const others = alike.length >= shown ? null : await readOthers(site, product, alike.length, taken);
  if (alike.length === 0) return others && onlyOthers(others);
  if (others) return joined(alike, others, 'Похожие');
  const category = product.breadcrumbs.at(-1);
  return {
    title: 'Похожие товары в наличии',
    products: alike,
    ...(category && { more: { ...moreOf(category.code), text: `Весь раздел «${category.name}»` } }),
  };
}

type Others = { section: string; products: ListedCard[]; more: ReturnType<typeof moreOf> };

function onlyOthers({ section, products, more }: Others): Row {
  return { title: `Ещё в разделе «${section}»`, products, more };
}

function joined(first: ListedCard[], { section, products, more }: Others, words: string): Row {
  return { title: `${words} и другие товары раздела «${section}»`, products: [...first, ...products], more };
}

function moreOf(code: string) {
  return { url: categoryUrl(code), text: 'Весь раздел', short: 'Все' };
}

/**
 * What fills up a row of `already`: the best-selling goods in stock of other models, of the product's category first,
 * then of those above it; the widest of them gives the title. Null: there are too few.
 */
async function readOthers(
  site: Shop,
  { breadcrumbs }: ProductPage,
  already: number,
  taken: Taken,
): Promise<Others | null> {
  const others: ListedCard[] = [];
  let found: Others | null = null;
  for (const { code, name } of breadcrumbs.toReversed()) {
    const more = notTaken(await readBest(site, code), taken, shown - already - others.length);
    others.push(...more.map(listed));
    if (more.length > 0 && already + others.length >= fewest)
      found = { section: name, products: [...others], more: moreOf(code) };
    if (already + others.length >= shown) break;
  }
  return found;
}

/** The first of these that the page does not show yet; from now on it does. */
function notTaken(cards: ProductCard[], { ids, models }: Taken, most: number): ProductCard[] {
  const chosen = cards.filter(({ id, model_id }) => !ids.has(id) && !models.has(model_id)).slice(0, Math.max(0, most));
  for (const { id, model_id } of chosen) {
    ids.add(id);
    models.add(model_id);
  }
  return chosen;
}

/** The best-selling goods in stock of a category; none where they could not be read. */
async function readBest({ db, requestContext, log }: Shop, category: string): Promise<ProductCard[]> {
  try {
    const wanted = Listing.parse({ category, in_stock: true, limit: asked });
    return (await query(db, requestContext.priceContext, wanted)).items;
  } catch (error) {
    log.error({ err: error }, 'goods beside a product were not read');
    return [];
  }
}
