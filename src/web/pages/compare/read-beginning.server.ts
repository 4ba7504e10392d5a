import type { ListedCard } from '#modules/catalogue/card.ts';
import { loadTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { query } from '#modules/search/listing.ts';
import { listLimits } from '#shared/constants.ts';
import { readIds, viewedCookie } from '#shared/lists.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Goods of one kind, which a comparison may begin with. */
export type Beginning = { category: string; products: ListedCard[] };

const shown = 5;
/** Alone there is nothing beside which it could stand. */
const fewest = 2;

/**
 * Of the category of what was looked at last, what is in stock: what was looked at there, then the best-selling. Null:
 * nothing was looked at, or it has no others, or they could not be read.
 */
export async function readBeginning({ db, requestContext, log }: Shop): Promise<Beginning | null> {
  const { cookies, priceContext } = requestContext;
  const ids = readIds(cookies[viewedCookie], listLimits.viewed);
  if (ids.length === 0) return null;
  try {
    const viewed = await productCards(db, priceContext, { ids });
    const inOrder = ids.flatMap((id) => viewed.find((card) => card.id === id && !card.switched_off) ?? []);
    const code = inOrder[0]?.category_code;
    const category = code ? (await loadTree(db)).byCode.get(code) : undefined;
    if (!category) return null;
    const own = inOrder.filter((card) => card.is_on_sale_now && card.category_code === category.code);
    const { items } = await query(
      db,
      priceContext,
      Listing.parse({ category: category.code, in_stock: true, limit: shown + own.length }),
    );
    const others = items.filter(({ id }) => !own.some((card) => card.id === id));
    const products = [...own, ...others].slice(0, shown).map(listed);
    return products.length < fewest ? null : { category: category.name, products };
  } catch (error) {
    log.error({ err: error }, 'goods to begin a comparison with were not read');
    return null;
  }
}
