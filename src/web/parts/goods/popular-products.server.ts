import type { ProductCard } from '#modules/catalogue/card.ts';
import { categoryTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { type PriceContext, priceContextOf } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { quietly } from '#platform/failures.ts';
import type { Shop } from '#web/parts/request/context.ts';

const shown = 5;
/** Read beyond those: for a list that holds so many of them already, the row stays full. */
const spare = 7;

// Robots ask for missing pages by the thousand: they must not cost a query each.
const copies = cachedRead<ProductCard[]>({
  name: 'popular_products',
  freshMs: 60_000,
  tags: ['catalogue', 'products', 'departments'],
  read: async (db, id_1c) => {
    const department = (await departmentDirectory(db)).find((other) => other.id_1c === id_1c);
    if (!department) return [];
    return bestOfDepartments(db, priceContextOf(department));
  },
});

/** One best seller of each root category, so that what is shown is not five of a kind; best sellers fill the rest. */
async function bestOfDepartments(db: Db, priceContext: PriceContext): Promise<ProductCard[]> {
  const best = async (given: Partial<Listing>) =>
    (await query(db, priceContext, Listing.parse({ in_stock: true, ...given }))).items;
  const roots = await categoryTree(db);
  const [overall, ...byRoot] = await Promise.all([
    best({ limit: shown + spare }),
    ...roots.map(({ code }) => best({ category: code, limit: 1 })),
  ]);
  const [first] = overall;
  const ordered = [...(first ? [first] : []), ...byRoot.flat(), ...overall];
  return [...new Map(ordered.map((card) => [card.id, card])).values()].slice(0, shown + spare);
}

/** The same goods at the prices of the firm they are bought for. */
async function atOwnPrices(db: Db, priceContext: PriceContext, popular: ProductCard[]): Promise<ProductCard[]> {
  const cards = await productCards(db, priceContext, { ids: popular.map(({ id }) => id) });
  return cards.filter(({ switched_off }) => !switched_off);
}

/**
 * What is often bought in the branch, as many as stand in a row, none of `except`: for a page that was not found, and
 * for a list that holds little or nothing. Which they are, and their retail prices, come from a copy a minute old at
 * most; a firm with prices of its own is shown those as they are now, and a look at the shop what its day has.
 */
export async function popularProducts(
  { db, requestContext, log }: Shop,
  except: readonly number[] = [],
): Promise<ProductCard[]> {
  const logged = quietly(log, 'product', 'popular products were not read');
  const { priceContext, department } = requestContext;
  try {
    // A look at the shop has prices and a day of its own.
    const popular = priceContext.shown_at
      ? await bestOfDepartments(db, priceContext)
      : await copies(db, department.id_1c, logged);
    const wanted = popular.filter(({ id }) => !except.includes(id)).slice(0, shown);
    const isCopy = !priceContext.shown_at && priceContext.buyer_price_column !== null;
    return isCopy ? await atOwnPrices(db, priceContext, wanted) : wanted;
  } catch (error) {
    logged(error);
    return [];
  }
}
